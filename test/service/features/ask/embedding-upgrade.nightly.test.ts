import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hasEmbeddings, selectCompared } from '../../../../service/features/ask/embedding-store.ts'
import { indexSegments } from '../../../../service/features/search/index-content.ts'
import { openDatabaseBefore } from '../../../support/upgrade.ts'

const segments = JSON.stringify([
  { id: 'seg_1', speaker_id: 'spk_1', start: 0, end: 1, text: 'The coffee machine is broken.' },
  { id: 'seg_2', speaker_id: 'spk_1', start: 1, end: 2, text: 'My sister owns a bakery.' },
])

test('embeddings of before 0024 are found again, and go with the words they were made from', async () => {
  const { db, upgrade } = await openDatabaseBefore('0024')
  await sql
    .raw(
      `INSERT INTO transcripts (content_id, version, text, word_count, language, model_used, speakers,
        segments, created_at, updated_at)
        VALUES ('cont_1', 1, 'x', 1, 'en', 'test', '[]', '${segments}', now(), now());
      INSERT INTO ask_model (id, languages) VALUES ('scripted', '{en}');
      INSERT INTO ask_meanings (content_id, place, meaning)
        VALUES ('cont_1', 1, '[1,0]'), ('cont_1', 2, '[0,1]')`,
    )
    .execute(db.sql)
  await upgrade()
  const scope = { projectId: 'proj_1' }
  const embedding = { modelId: 'scripted', vector: [1, 0], projected: [1, 0] }
  const found = await selectCompared(db.sql, ['cont_1'], embedding)
  expect(found.map(({ segment_id, similarity }) => [segment_id, similarity])).toEqual([
    ['seg_1', 1],
    ['seg_2', 0],
  ])
  await sql`
    UPDATE transcripts SET segments = jsonb_set(segments, '{0,text}', '"The printer is broken."')
    WHERE content_id = 'cont_1'`.execute(db.sql)
  await db.transaction((tx) => indexSegments(tx, 'cont_1'))
  expect(await hasEmbeddings(db.sql, scope)).toBe(false)
})
