import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../service/db/database.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'
import { readRowCounts } from '../../support/rows-read.ts'

const rowsPerTable = 400
/** Choice: what three items of a list, their neighbours and what belongs to them may need. */
const mostRowsRead = 40

/** These list what lies in all projects of an organization, and sort it anew with each page. */
const readWholeTables = [
  '/v1/content reads content',
  '/v1/analyses reads analysis_runs',
  '/v1/analyses reads content',
  '/v1/actions reads action_items',
  '/v1/trash reads projects',
  '/v1/search/content?q=word7 reads projects',
]

/** Fills what grows with the years: each row has an id of its own and is a minute older than the one before. */
async function fillTables({ deps, clock }: TestApp, ids: { project: string; webhook: string }) {
  const db = deps.db.sql
  const { project, webhook } = ids
  const time = sql`${clock.now()}::timestamptz - n * interval '1 minute'`
  const insert = (columns: string, values: ReturnType<typeof sql>) =>
    sql`INSERT INTO ${sql.raw(columns)}
      SELECT ${values} FROM generate_series(1, ${rowsPerTable}::integer) n`.execute(db)
  const words = sql`to_tsvector('simple', 'word' || n)`
  const organization = sql`(SELECT id FROM organizations)`
  await insert(
    'projects (id, organization_id, name, slug, created_at, updated_at)',
    sql`'proj_' || n, ${organization}, 'Calls ' || n, 'calls-' || n, ${time}, ${time}`,
  )
  await insert(
    'content (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)',
    sql`'cont_' || n, ${project}, 'call.wav', 'audio/wav', 1, 'completed', ${time}, ${time}`,
  )
  await insert(
    'transcripts (content_id, version, text, word_count, language, model_used, speakers, segments, created_at, updated_at)',
    sql`'cont_' || n, 1, 'Words', 1, 'en', 'test', '[]', '[]', ${time}, ${time}`,
  )
  await insert(
    'search_documents (content_id, project_id, language, filename, body, document, ranking, created_at)',
    sql`'cont_' || n, ${project}, 'simple', 'call.wav', 'word' || n, ${words}, ${words}, ${time}`,
  )
  await insert(
    `analyses (id, content_id, project_id, prompt_id, prompt_name, prompt_version, transcript_version, version, status,
      result, created_at)`,
    sql`'ana_' || n, 'cont_' || n, ${project}, 'prompt_1', 'Test', 1, 1, 1, 'completed', '{}', ${time}`,
  )
  await insert(
    'action_items (id, project_id, content_id, key, text, segment_ids, is_listed, created_at)',
    sql`'act_' || n, ${project}, 'cont_' || n, 'key', 'Call back', '{}', TRUE, ${time}`,
  )
  await insert(
    'events (id, organization_id, project_id, event, data, created_at)',
    sql`'evt_' || n, ${organization}, ${project}, 'content.created', '{}', ${time}`,
  )
  await insert(
    'deliveries (id, webhook_id, event_id, event, project_id, payload, status, trigger, max_attempts, created_at)',
    sql`'dlv_' || n, ${webhook}, 'evt_' || n, 'content.created', ${project}, '{}', 'delivered', 'event', 1, ${time}`,
  )
  await insert(
    'notices (id, organization_id, kind, title, body, created_at)',
    sql`'note_' || n, ${organization}, 'backup_failed', 'Title', 'Body', ${time}`,
  )
  await sql`ANALYZE`.execute(db)
  // Tables as small as these are read whole by choice; with large ones it is the indexes that count.
  for (const choice of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) {
    await sql`SET ${sql.raw(choice)} = off`.execute(db)
  }
}

/** The tables of which some work read more rows than it may. */
async function findTablesReadWhole({ sql: db }: Db, work: () => Promise<unknown>) {
  const earlier = await readRowCounts(db)
  await work()
  const later = await readRowCounts(db)
  return [...later.keys()].filter(
    (table) => (later.get(table) ?? 0) - (earlier.get(table) ?? 0) > mostRowsRead,
  )
}

test('a page of a list reads the rows that it shows, and not all there are', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const { id: project } = await givenProject(app)
  const hook = { url: 'https://93.184.215.14/hook', events: ['content.created'] }
  const webhook = (await app.call('POST', '/v1/webhooks', { body: hook })).body.data.id
  await fillTables(app, { project, webhook })
  const lists = [
    '/v1/projects',
    '/v1/content',
    `/v1/projects/${project}/content`,
    '/v1/analyses',
    '/v1/actions',
    `/v1/projects/${project}/actions`,
    '/v1/events',
    `/v1/webhooks/${webhook}/deliveries`,
    '/v1/notices',
    '/v1/trash',
    '/v1/search/content?q=word7',
  ]
  const reads: string[] = []
  for (const list of lists) {
    const tables = await findTablesReadWhole(app.deps.db, async () => {
      const { status } = await app.call('GET', `${list}${list.includes('?') ? '&' : '?'}limit=3`)
      expect(status).toBe(200)
    })
    reads.push(...tables.map((table) => `${list} reads ${table}`))
  }
  expect(reads).toEqual(readWholeTables)
})
