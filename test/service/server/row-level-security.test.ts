// The second wall between organizations: what the database itself keeps apart where a query forgets to (decision 0087).
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import {
  forAllOrganizations,
  withinOrganization,
} from '../../../service/core/organization-context.ts'
import type { Db, Sql, Tx } from '../../../service/db/database.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { startTestApp } from '../../support/app.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { givenOrganization } from '../../support/organizations.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

/** Tables without a policy, and why. */
const unguarded: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['search_documents', 'search_speech', 'ask_segments'].map((name) => [
      name,
      'found by an index of words, which a policy would keep from being used; joined with content, which is guarded',
    ]),
  ),
  ...Object.fromEntries(
    ['ask_embeddings', 'ask_embedded', 'ask_unread'].map((name) => [
      name,
      'numbers without words, of which a question compares very many; joined with content',
    ]),
  ),
  jobs: 'the queue serves all; its payloads are ids, and what they name is guarded',
  ...Object.fromEntries(
    ['note_files', 'note_changes'].map((name) => [
      name,
      'outlives its recording, by which alone its organization is known; the folders are the operator’s',
    ]),
  ),
  idempotency_keys:
    'sealed, found by the key or session of the request, and removed once that is gone',
  revoked_api_keys: 'the names of keys that are gone, without their organization',
  sign_in_links: 'asked for by an address, before anybody is known',
  ...Object.fromEntries(
    [
      ...['ask_model', 'installation_key', 'migrations', 'processes', 'queue_pause'],
      ...['row_counts', 'search_languages', 'search_unscoped', 'search_unfolded'],
    ].map((name) => [name, 'of the installation, and of no organization']),
  ),
}

const [one, other] = ['org_one', 'org_other']

let url: string
let db: Db
beforeAll(async () => {
  const { url: address, databases } = await openSharedDatabase(1)
  url = address
  db = databases[0] ?? (await Promise.reject(new Error('There is no database.')))
  await fillTables()
})
afterAll(() => db.close())

type Column = { name: string; type: string; choice: string | null }
/** Of each guarded table, the columns that a row needs. */
let guarded: { name: string; columns: Column[] }[]

async function readTables() {
  const { rows } = await sql<{ name: string; is_guarded: boolean; columns: Column[] }>`
    SELECT relname AS name,
      relrowsecurity AND relforcerowsecurity
        AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid) AS is_guarded,
      (SELECT jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, NULL), 'choice', (
          SELECT substring(pg_get_constraintdef(pg_constraint.oid) FROM '''([^'']+)''::text') FROM pg_constraint
          WHERE conrelid = pg_class.oid AND contype = 'c' AND conkey = ARRAY[attnum] LIMIT 1
        ))) FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
          AND attidentity = '' AND attnotnull AND (NOT atthasdef OR attname = 'is_trial')) AS columns
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`.execute(
    db.sql,
  )
  return rows
}

/** Every id of a row, its own and those it refers to, is that of the organization. */
const valueOf = ({ type, choice }: Column, organization: string): unknown => {
  if (choice !== null) return choice
  if (type === 'text') return organization
  if (type === 'boolean') return true
  if (type === 'json' || type === 'jsonb' || type === 'text[]') return type === 'text[]' ? [] : '[]'
  if (type.startsWith('timestamp')) return new Date(0)
  return organization === one ? 1 : 2
}

async function insertRow(
  tx: Tx,
  { name, columns }: (typeof guarded)[number],
  organization: string,
) {
  const names = columns.map((column) => sql.ref(column.name))
  const values = columns.map((column) => sql`${valueOf(column, organization)}`)
  await sql`INSERT INTO ${sql.table(name)} (${sql.join(names)}) VALUES (${sql.join(values)})`.execute(
    tx,
  )
}

/** A row of each guarded table for both. */
async function fillTables(): Promise<void> {
  guarded = (await readTables()).filter(({ is_guarded: isGuarded }) => isGuarded)
  await db.transaction(async (tx) => {
    await withoutTriggers(tx)
    for (const table of guarded)
      for (const organization of [one, other]) await insertRow(tx, table, organization)
  })
}

const withoutTriggers = (tx: Tx) => sql`SET LOCAL session_replication_role = replica`.execute(tx)

/** Does it in a transaction for one of them, and takes it back. */
async function tryFor<T>(organization: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  let result: { value: T } | undefined
  const attempt = async (tx: Tx) => {
    await withoutTriggers(tx)
    result = { value: await fn(tx) }
    throw undone
  }
  await withinOrganization(organization, () => db.transaction(attempt)).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  if (!result) throw new Error('It did nothing.')
  return result.value
}

test('every table has a policy that holds for its owner too, or a reason to have none', async () => {
  const bare = (await readTables()).filter(({ is_guarded: isGuarded }) => !isGuarded)
  expect(bare.map(({ name }) => name).toSorted()).toEqual(Object.keys(unguarded).toSorted())
})

const countOf = async (handle: Sql, name: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(name)}`.execute(handle)
  return rows[0]?.count ?? Number.NaN
}

describe('a query that forgets its organization', () => {
  test('sees, changes and deletes the rows of its own alone', async () => {
    for (const { name, columns } of guarded) {
      const [column] = columns.map((each) => sql.ref(each.name))
      const touched = await tryFor(one, async (tx) => {
        const seen = await countOf(tx, name)
        const set = await sql`UPDATE ${sql.table(name)} SET ${column} = ${column}`.execute(tx)
        const deleted = await sql`DELETE FROM ${sql.table(name)}`.execute(tx)
        return [seen, set.numAffectedRows, deleted.numAffectedRows]
      })
      expect([name, ...touched]).toEqual([name, 1, 1n, 1n])
      expect([name, await countOf(db.sql, name)]).toEqual([name, 2])
    }
    expect(guarded.length).toBeGreaterThan(30)
  })

  test('puts no row into another', async () => {
    for (const table of guarded) {
      const refused = tryFor(one, (tx) => insertRow(tx, table, other))
      await expect(refused, table.name).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('gives no row of its own away', async () => {
    const gift = tryFor(one, (tx) =>
      sql`UPDATE projects SET organization_id = ${other}`.execute(tx),
    )
    await expect(gift).rejects.toMatchObject({ code: '42501' })
  })

  test('sees nothing on a connection that does not say for whom it works', async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    for (const { name } of guarded) {
      const { rows } = await client.query(`SELECT FROM ${name}`)
      expect([name, rows.length]).toEqual([name, 0])
    }
  })
})

const organizationsOfProjects = async (handle: Sql): Promise<string[]> => {
  const rows = await handle.selectFrom('projects').select('organization_id').orderBy('id').execute()
  return rows.map(({ organization_id: id }) => id)
}

test('a connection that many use in turn shows each its own, also after failures', async () => {
  // Two for all organizations, and one for single ones.
  const few = await openServerDatabase({ url, connections: 3, log: createLog('silent') })
  onTestFinished(few.close)
  const ways: ((fn: (handle: Sql) => Promise<string[]>) => Promise<string[]>)[] = [
    (fn) => fn(few.sql),
    (fn) => few.transaction(fn),
    async (fn) => {
      const broken = few.transaction(async (tx) => {
        await fn(tx)
        await sql`SELECT 1 / 0`.execute(tx)
      })
      await expect(broken).rejects.toThrow('division by zero')
      return fn(few.sql)
    },
    async (fn) => {
      await expect(sql`SELECT 1 / 0`.execute(few.sql)).rejects.toThrow('division by zero')
      return fn(few.sql)
    },
  ]
  const whose = [
    { within: <T>(fn: () => T) => withinOrganization(one, fn), sees: [one] },
    { within: <T>(fn: () => T) => withinOrganization(other, fn), sees: [other] },
    { within: forAllOrganizations, sees: [one, other] },
  ]
  const works = Array.from({ length: 240 }, async (_, at) => {
    const { within, sees } = whose[at % whose.length] ?? { within: forAllOrganizations, sees: [] }
    const way = ways[Math.floor(at / whose.length) % ways.length]
    expect(await within(() => way?.(organizationsOfProjects))).toEqual(sees)
  })
  await Promise.all(works)
})

test('a connection that ended is followed by one that says for whom it works', async () => {
  const read = () => withinOrganization(other, () => organizationsOfProjects(db.sql))
  expect(await read()).toEqual([other])
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db.sql)
  await expect.poll(() => read().catch(() => [])).toEqual([other])
})

test('requests and jobs work within the organization that they are of', async () => {
  const app = await startTestApp()
  onTestFinished(app.stop)
  const { app: guest, organizationId } = await givenOrganization(app)
  await sql`CREATE TABLE written (name text, organization text)`.execute(app.deps.db.sql)
  await sql`CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO written VALUES (TG_TABLE_NAME, current_setting('earshot.organization', true));
    RETURN NULL; END $$`.execute(app.deps.db.sql)
  const tables = ['projects', 'content', 'transcripts', 'analysis_runs', 'events', 'audit_log']
  for (const name of tables)
    await sql`CREATE TRIGGER note_writer AFTER INSERT ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_writer()`.execute(app.deps.db.sql)
  const { id } = await givenProject(guest, { settings: { auto_analyze: true } })
  const contentId = await givenRecording(guest, id)
  await guest.call('DELETE', `/v1/projects/${id}/content/${contentId}`)
  const { rows } = await sql<{ name: string; organization: string }>`
    SELECT DISTINCT name, organization FROM written`.execute(app.deps.db.sql)
  expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    tables.toSorted().map((name) => ({ name, organization: organizationId })),
  )
})
