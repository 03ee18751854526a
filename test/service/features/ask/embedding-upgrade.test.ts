import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../../service/core/log.ts'
import { openDatabase } from '../../../../service/db/open-database.ts'
import { migrate, readMigrations } from '../../../../service/db/migrate.ts'
import { hasEmbeddings, selectSimilar } from '../../../../service/features/ask/embedding-store.ts'

const segments = JSON.stringify([
  { id: 'seg_1', speaker_id: 'spk_1', start: 0, end: 1, text: 'The coffee machine is broken.' },
  { id: 'seg_2', speaker_id: 'spk_1', start: 1, end: 2, text: 'My sister owns a bakery.' },
])

/** A database as it was before 0024, with one recording and the embeddings of its two segments. */
async function givenMeanings() {
  const db = await openDatabase({ dataDir: null, log: createLog('silent') })
  onTestFinished(() => db.close())
  const steps = await readMigrations()
  await migrate(
    db,
    steps.filter(({ name }) => name < '0024'),
  )
  await sql
    .raw(
      `INSERT INTO organizations (id, name, slug, transcription_minutes_limit, storage_gb_limit,
        created_at) VALUES ('org_1', 'Org', 'org', 1, 1, now());
      INSERT INTO projects (id, organization_id, name, slug, created_at, updated_at)
        VALUES ('proj_1', 'org_1', 'Sales', 'sales', now(), now());
      INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at,
        updated_at) VALUES ('cont_1', 'proj_1', 'a.wav', 'audio/wav', 1, 'completed', now(), now());
      INSERT INTO transcripts (content_id, version, text, word_count, language, model_used, speakers,
        segments, created_at, updated_at)
        VALUES ('cont_1', 1, 'x', 1, 'en', 'test', '[]', '${segments}', now(), now());
      INSERT INTO ask_model (id, languages) VALUES ('scripted', '{en}');
      INSERT INTO ask_meanings (content_id, place, meaning)
        VALUES ('cont_1', 1, '[1,0]'), ('cont_1', 2, '[0,1]')`,
    )
    .execute(db.sql)
  return { db, steps }
}

test('embeddings of before 0024 are found again, and go with the words they were made from', async () => {
  const { db, steps } = await givenMeanings()
  await migrate(db, steps)
  const scope = { projectId: 'proj_1' }
  const question = { modelId: 'scripted', vector: [1, 0] }
  const similar = async () =>
    (await selectSimilar(db.sql, scope, question)).map(({ segment_id, similarity }) => [
      segment_id,
      similarity,
    ])
  expect(await similar()).toEqual([
    ['seg_1', 1],
    ['seg_2', 0],
  ])
  await sql`
    UPDATE transcripts SET segments = jsonb_set(segments, '{0,text}', '"The printer is broken."')
    WHERE content_id = 'cont_1'`.execute(db.sql)
  expect(await hasEmbeddings(db.sql, scope)).toBe(false)
})
