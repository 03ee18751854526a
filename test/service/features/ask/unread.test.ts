import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { noticeEmbeddingModel } from '../../../../service/features/ask/embedding.ts'
import { replaceModel, selectUnread } from '../../../../service/features/ask/embedding-store.ts'
import { indexSegments } from '../../../../service/features/search/index-content.ts'
import { startTestApp } from '../../../support/app.ts'
import { scriptedEmbedder } from '../../../support/embedder.ts'
import { givenProject } from '../../../support/factory.ts'
import { isNightly } from '../../../support/nightly.ts'
import { storeRecordings, type Recording } from '../../../support/recordings.ts'
import { countRowsRead } from '../../../support/rows-read.ts'
import { openDatabaseBefore } from '../../../support/upgrade.ts'

/** With a model that knows English, whose job does not run. */
async function givenApp() {
  const app = await startTestApp({ embedder: scriptedEmbedder() })
  onTestFinished(() => app.stop())
  await noticeEmbeddingModel(app.deps)
  const projectId = (await givenProject(app)).id
  const { db } = app.deps
  const index = (id: string) => db.transaction((tx) => indexSegments(tx, id))
  const store = async (...recordings: Recording[]) => {
    const ids = await storeRecordings(app, projectId, recordings)
    for (const id of ids) await index(id)
    return ids
  }
  return { db, index, store, unread: async () => (await selectUnread(db.sql)).map(({ id }) => id) }
}

test('what lacks vectors is found without a look at what has them', async () => {
  const { db, store, unread } = await givenApp()
  const said = (text: string): Recording => ({ filename: 'call.wav', text, language: 'en' })
  await store(...Array.from({ length: 400 }, () => said('Known.')))
  await sql`INSERT INTO ask_embedded SELECT id FROM content`.execute(db.sql)
  const german = Array.from({ length: 50 }, () => ({ text: 'Unbekannt.', language: 'de' }))
  await store(...german)
  const ids = await store(said('One.'), said('Two.'))
  await sql`ANALYZE content, transcripts, ask_embedded, ask_unread`.execute(db.sql)
  expect((await unread()).toSorted()).toEqual(ids.toSorted())
  for (const table of ['content', 'transcripts', 'ask_embedded']) {
    expect(await countRowsRead(db, table, (tx) => selectUnread(tx))).toBeLessThan(50)
  }
})

test('the language of the newest transcript counts, and that of the model', async () => {
  const { db, index, store, unread } = await givenApp()
  const [id = ''] = await store({ text: 'Hello.', language: 'en-GB' })
  const speak = async (language: string) => {
    await db.sql.updateTable('transcripts').set({ language }).execute()
    await index(id)
  }
  expect(await unread()).toEqual([id])
  await speak('de')
  expect(await unread()).toEqual([])
  await db.transaction((tx) => replaceModel(tx, { id: 'other', languages: ['multilingual'] }))
  expect(await unread()).toEqual([id])
  await db.transaction((tx) => replaceModel(tx, null))
  expect(await unread()).toEqual([])
  await speak('en')
  expect(await unread()).toEqual([])
})

// No migration that was released is ever changed.
test.runIf(isNightly)('what lacked vectors before 0060 lacks them afterwards', async () => {
  const { db, upgrade } = await openDatabaseBefore('0060')
  await sql
    .raw(
      `INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
      SELECT 'cont_' || n, 'proj_1', 'call.wav', 'audio/wav', 1, 'completed', now(), now()
        FROM generate_series(2, 3) n;
      INSERT INTO transcripts (content_id, version, text, word_count, language, model_used, speakers, segments,
        created_at, updated_at)
      SELECT 'cont_' || n, 1, 'x', 1, CASE n WHEN 2 THEN 'de' ELSE 'en' END, 'test', '[]', '[]', now(), now()
        FROM generate_series(1, 3) n;
      INSERT INTO ask_model (id, languages) VALUES ('scripted', '{en}');
      INSERT INTO ask_embedded VALUES ('cont_3')`,
    )
    .execute(db.sql)
  await upgrade()
  const { rows } = await sql`SELECT content_id FROM ask_unread`.execute(db.sql)
  expect(rows).toEqual([{ content_id: 'cont_1' }])
})
