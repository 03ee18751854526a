import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startScoping } from '../../../../service/features/search/scope.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject } from '../../../support/factory.ts'
import { givenOrganization, type OtherOrganization } from '../../../support/organizations.ts'
import { storeRecordings } from '../../../support/recordings.ts'
import { runAsSuperuser } from '../../../support/server-database.ts'

let app: TestApp
let small: OtherOrganization
let ids: string[]
let project: string
let others: string[]

/** Two organizations: one of four recordings, and one of sixty that say the same. */
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: '100' } })
  small = await givenOrganization(app)
  const large = await givenProject(app)
  others = await storeRecordings(app, large.id, Array.from({ length: 60 }, toRecording))
})
afterAll(() => app.stop())

beforeEach(async () => {
  project = (await givenProject(small.app)).id
  ids = await storeRecordings(app, project, Array.from({ length: 4 }, toRecording))
  await takeFor(4)
})

const toRecording = (_: unknown, index: number) => ({
  filename: `quarterly-${index}.wav`,
  text: index % 2 === 0 ? 'The budget is tight.' : 'Nothing of note.',
})

async function search(q: string, { as = small.app, within = project } = {}): Promise<string[]> {
  const { status, body } = await as.call(
    'GET',
    `/v1/search/content?q=${encodeURIComponent(q)}${within && `&project_id=${within}`}`,
  )
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id).toSorted()
}

const budget = () => ids.filter((_, index) => index % 2 === 0).toSorted()

/** So many recordings as are counted decide how a search goes about it: in an installation of a million. */
async function takeFor(inReach: number) {
  const { sql: db } = app.deps.db
  await sql`UPDATE projects SET content_count = ${inReach}::integer
    WHERE organization_id = ${small.organizationId}`.execute(db)
  await runAsSuperuser(
    app.deps.db,
    `UPDATE pg_class SET reltuples = 1000000 WHERE oid = 'search_documents'::regclass`,
  )
}

async function expectFound() {
  for (const inReach of [4, 2_000, 20_000]) {
    await takeFor(inReach)
    await expectAllFound()
  }
}

async function expectAllFound() {
  expect(await search('budget')).toEqual(budget())
  expect(await search('-budget')).toEqual(ids.filter((id) => !budget().includes(id)).toSorted())
  expect(await search('arterly-')).toEqual(ids.toSorted())
  expect(await search('budget', { within: '' })).toEqual(expect.arrayContaining(budget()))
  expect(await search('budget', { within: '' })).not.toEqual(expect.arrayContaining([others[0]]))
  // No words, and what would be the mark of the organization itself.
  expect(await search('?!')).toEqual([])
  expect(await search(`=${small.organizationId}`)).toEqual([])
}

test('each organization finds its own, however many others have', expectFound)

test('a key that sees one project finds what is in it', async () => {
  const other = (await givenProject(small.app)).id
  await storeRecordings(app, other, [{ filename: 'else.wav', text: 'The budget is tight.' }])
  expect(await search('budget')).toEqual(budget())
})

test('what moves to another project is found there', async () => {
  const to = (await givenProject(small.app)).id
  const [moved = ''] = budget()
  await takeFor(2_000)
  const path = `/v1/projects/${project}/content/${moved}`
  expect((await small.app.call('PATCH', path, { body: { project_id: to } })).status).toBe(200)
  expect(await search('budget')).toEqual(budget().filter((id) => id !== moved))
  expect(await search('budget', { within: to })).toEqual([moved])
})

test('recordings of the version before are found before, while and after their documents are brought up to date', async () => {
  const { sql: db } = app.deps.db
  await sql`ALTER TABLE search_documents DISABLE TRIGGER search_scope_is_kept`.execute(db)
  await sql`UPDATE search_documents SET document =
    (SELECT coalesce(array_to_tsvector(array_agg(lexeme)), '') FROM unnest(document) WHERE lexeme !~ '^=')`.execute(
    db,
  )
  await sql`ALTER TABLE search_documents ENABLE TRIGGER search_scope_is_kept`.execute(db)
  await sql`INSERT INTO search_unscoped (scoped_to) VALUES ('')`.execute(db)
  await expectFound()
  const left = async () =>
    (await sql`SELECT FROM search_documents WHERE document::text !~ '=org'`.execute(db)).rows.length
  const before = await left()
  // It ends after the page that it is at.
  await startScoping(app.deps)()
  expect(await left()).toBeLessThan(before)
  expect(await left()).toBeGreaterThan(0)
  await expectFound()
  // The next start goes on.
  const { rows } = await sql<{ scoped_to: string }>`SELECT scoped_to FROM search_unscoped`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  // Nothing by a process that leads no more.
  const unscoped = await left()
  await startScoping(app.deps, () => false)()
  expect(await left()).toBe(unscoped)
  const end = startScoping(app.deps)
  await expect
    .poll(async () => (await sql`SELECT FROM search_unscoped`.execute(db)).rows, {
      timeout: 60_000,
    })
    .toEqual([])
  await end()
  expect(await left()).toBe(0)
  await expectFound()
})

test('a document that fills a vector is found by its words', async () => {
  // More different words than a vector of 1 MB holds.
  const text = Array.from({ length: 90_000 }, (_, at) => `w${(at * 7_919).toString(36)}x`).join(' ')
  const [id = ''] = await storeRecordings(app, project, [{ filename: 'long.wav', text }])
  expect(await search('w0x')).toEqual([id])
})
