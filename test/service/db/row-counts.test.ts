import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Migration, migrate, readMigrations } from '../../../service/db/migrate.ts'
import { listIndexes } from '../../../service/db/integrity.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { hasAllRows, listCountedTables } from '../../../service/db/row-counts.ts'
import { libraryParts, partOf } from '../../../service/features/verification/library-parts.ts'
import { openTestDatabase } from '../../support/database.ts'

let db: OpenedDb
beforeAll(async () => {
  db = await openTestDatabase()
  const organization = sql`INSERT INTO organizations
    (id, name, slug, transcription_minutes_limit, storage_gb_limit, created_at)
    VALUES ('org', 'Org', 'org', 1, 1, now())`
  await organization.execute(db.sql)
})
afterAll(() => db.close())

/** The tables whose rows are not as many as were counted. */
async function listMiscounted(): Promise<string[]> {
  const tables = await listCountedTables(db.sql)
  const found: string[] = []
  for (const table of tables) if (!(await hasAllRows(db.sql, table))) found.push(table)
  return found
}

const addProjects = (ids: readonly string[]) => sql`
  INSERT INTO projects (id, organization_id, name, slug, created_at, updated_at)
  SELECT id, 'org', id, id, now(), now() FROM unnest(${[...ids]}::text[]) id
  ON CONFLICT (id) DO UPDATE SET name = 'again'`

const addRecordings = (projectId: string, count: number) => sql`
  INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
  SELECT ${projectId} || n, ${projectId}, 'f', 'audio/wav', 1, 'uploaded', now(), now()
  FROM generate_series(1, ${count}::integer) n`

test('every table is counted, and has words for the person whose library it is', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`.execute(db.sql)
  const tables = rows.map(({ name }) => name)
  const counted = await listCountedTables(db.sql)
  expect([...counted, 'row_counts'].toSorted()).toEqual(tables)
  const unnamed = tables.filter((table) => partOf(table) === 'database')
  expect(unnamed).toEqual(['installation_key', 'migrations', 'row_counts'])
  expect(new Set(tables.map(partOf))).toEqual(new Set(Object.keys(libraryParts)))
})

test('every index is of a kind that can be checked', async () => {
  const indexes = await listIndexes(db.sql)
  expect(new Set(indexes.map(({ method }) => method))).toEqual(new Set(['btree', 'gin']))
})

test('inserts, upserts, cascades, rollbacks and truncation are counted', async () => {
  await addProjects(['a', 'b']).execute(db.sql)
  await addProjects(['b', 'c']).execute(db.sql)
  await addRecordings('a', 50).execute(db.sql)
  await addRecordings('b', 7).execute(db.sql)
  expect(await listMiscounted()).toEqual([])
  await sql`DELETE FROM projects WHERE id IN ('a', 'c')`.execute(db.sql)
  expect(await listMiscounted()).toEqual([])
  const failing = db.transaction(async (tx) => {
    await addRecordings('a', 5).execute(tx)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow()
  expect(await listMiscounted()).toEqual([])
  const { rows } = await sql`
    SELECT rows FROM row_counts WHERE table_name = 'content' AND rows <> 0`.execute(db.sql)
  expect(rows).toEqual([{ rows: 7 }])
  await sql`TRUNCATE content CASCADE`.execute(db.sql)
  expect(await listMiscounted()).toEqual([])
})

test('a row that goes without a statement is missed', async () => {
  await addProjects(['d', 'e']).execute(db.sql)
  await db.transaction(async (tx) => {
    // Triggers are what a statement has and damage has not.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`DELETE FROM projects WHERE id = 'd'`.execute(tx)
  })
  expect(await listMiscounted()).toEqual(['projects'])
  await addProjects(['d']).execute(db.sql)
  expect(await listMiscounted()).toEqual(['projects'])
})

test('a table of a later step is counted from its first row', async () => {
  const text = `CREATE TABLE later (n integer); INSERT INTO later VALUES (1), (2);`
  const step: Migration = { name: '9001-later.sql', text, sha256: 'a' }
  await migrate(db, [...(await readMigrations()), step])
  await sql`INSERT INTO later VALUES (3)`.execute(db.sql)
  expect(await hasAllRows(db.sql, 'later')).toBe(true)
})
