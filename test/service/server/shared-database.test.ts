import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnavailable } from '../../../service/core/errors.ts'
import { createLog } from '../../../service/core/log.ts'
import type { Db, Sql } from '../../../service/db/database.ts'
import { afterCommit } from '../../../service/db/connection.ts'
import { migrate, readMigrations } from '../../../service/db/migrate.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { makePostgresDatabase } from '../../support/server-database.ts'

let url: string
let open: Db[] = []

beforeEach(async () => {
  url = await makePostgresDatabase()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((db) => db.close()))
})

/** As another process would. */
async function connect(): Promise<Db> {
  const db = await openServerDatabase({ url, connections: 4, log: createLog('silent') })
  open.push(db)
  return db
}

test('a transaction that clashed with another is run again, as if one came after the other', async () => {
  const db = await connect()
  await sql`CREATE TABLE shifts (name text PRIMARY KEY, is_on_call boolean NOT NULL)`.execute(
    db.sql,
  )
  await sql`INSERT INTO shifts VALUES ('one', true), ('two', true)`.execute(db.sql)
  // Each sees two on call and leaves: what single statements and weaker transactions allow.
  const leave = (name: string) =>
    db.transaction(async (tx) => {
      const { rows } = await sql`SELECT name FROM shifts WHERE is_on_call`.execute(tx)
      if (rows.length < 2) return false
      await sql`UPDATE shifts SET is_on_call = false WHERE name = ${name}`.execute(tx)
      return true
    })
  expect((await Promise.all([leave('one'), leave('two')])).toSorted()).toEqual([false, true])
})

test('of many that want the same row in several processes all come through', async () => {
  const all = await Promise.all([connect(), connect(), connect()])
  const [one] = all
  await sql`CREATE TABLE counters (n integer NOT NULL)`.execute(one.sql)
  await sql`INSERT INTO counters VALUES (0)`.execute(one.sql)
  const add = (db: Db) =>
    db.transaction(async (tx) => {
      const { rows } = await sql<{ n: number }>`SELECT n FROM counters`.execute(tx)
      await sql`UPDATE counters SET n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
    })
  await Promise.all(all.flatMap((db) => Array.from({ length: 30 }, () => add(db))))
  const { rows } = await sql`SELECT n FROM counters`.execute(one.sql)
  expect(rows).toEqual([{ n: 90 }])
})

test('a row that another one inserts at the same moment is found the second time', async () => {
  const db = await connect()
  await sql`CREATE TABLE names (name text PRIMARY KEY)`.execute(db.sql)
  const add = (suffix = '') =>
    db.transaction(async (tx) => {
      const { rows } = await sql`SELECT FROM names WHERE name = 'a'`.execute(tx)
      const name = rows.length === 0 ? 'a' : `a${suffix}`
      await sql`INSERT INTO names VALUES (${name})`.execute(tx)
    })
  await Promise.all(['1', '2', '3', '4'].map(add))
  const { rows } = await sql`SELECT FROM names`.execute(db.sql)
  expect(rows.length).toBe(4)
})

test('a row that is there already, and not looked for, is tried twice', async () => {
  const db = await connect()
  await sql`CREATE TABLE names (name text PRIMARY KEY)`.execute(db.sql)
  await sql`INSERT INTO names VALUES ('a')`.execute(db.sql)
  let runs = 0
  const add = () =>
    db.transaction(async (tx) => {
      runs += 1
      await sql`INSERT INTO names VALUES ('a')`.execute(tx)
    })
  await expect(add()).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(2)
})

/** A table whose keys PostgreSQL does not name where one is taken: an ordinary role may not be shown other rows. */
const guardedNames = `CREATE TABLE names (name text PRIMARY KEY);
  ALTER TABLE names ENABLE ROW LEVEL SECURITY;
  ALTER TABLE names FORCE ROW LEVEL SECURITY;
  CREATE POLICY all_names ON names USING (true)`

/** Takes the next free name; so often another process takes it in between. */
async function takeName(
  table: string,
  timesTaken: number,
): Promise<{ runs: number; name: string }> {
  const [here, there] = [await connect(), await connect()]
  await sql.raw(table).execute(here.sql)
  let runs = 0
  const insert = (handle: Sql, name: string) =>
    sql`INSERT INTO names VALUES (${name})`.execute(handle)
  const name = await here
    .transaction(async (tx) => {
      runs += 1
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM names`.execute(tx)
      const next = `a-${rows[0]?.n}`
      if (runs <= timesTaken) await insert(there.sql, next)
      await insert(tx, next)
      return next
    })
    .catch((error: unknown) => Promise.reject(Object.assign(error as Error, { runs })))
  return { runs, name }
}

test('one whose keys are not named tries on while others take one after the other', async () => {
  expect(await takeName(guardedNames, 4)).toEqual({ runs: 5, name: 'a-4' })
})

test.each([
  ['are named', 'CREATE TABLE names (name text PRIMARY KEY)', 12],
  ['are not named', guardedNames, 8],
])(
  'where others take each key before it, and keys %s, it is told to come back',
  async (_case, table, runs) => {
    const error = await takeName(table, Infinity).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'database_unavailable', status: 503, runs })
    // A job that fails so counts the attempt: it may be its own fault.
    expect(isUnavailable(error)).toBe(false)
  },
)

test('what is told after a commit is told once, however often the transaction ran', async () => {
  const db = await connect()
  await sql`CREATE TABLE counters (n integer NOT NULL)`.execute(db.sql)
  await sql`INSERT INTO counters VALUES (0)`.execute(db.sql)
  let runs = 0
  let told = 0
  // The first two have both read before either writes, so that they clash.
  const { promise: bothHaveRead, resolve } = Promise.withResolvers<void>()
  const add = () =>
    db.transaction(async (tx) => {
      runs += 1
      const { rows } = await sql<{ n: number }>`SELECT n FROM counters`.execute(tx)
      if (runs > 1) resolve()
      await bothHaveRead
      await sql`UPDATE counters SET n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
      afterCommit(tx, () => (told += 1))
    })
  await Promise.all(Array.from({ length: 8 }, add))
  const { rows } = await sql`SELECT n FROM counters`.execute(db.sql)
  expect([rows, told]).toEqual([[{ n: 8 }], 8])
  expect(runs).toBeGreaterThan(8)
})

test('a signal reaches the other processes, its own listeners once, and what concerns one process stays there', async () => {
  const [here, there] = [await connect(), await connect()]
  const received = { here: [] as unknown[], there: [] as unknown[] }
  const ids = Array.from({ length: 250 }, (_, at) => at)
  const whole = new Promise<void>((resolve) => {
    there.signals.on('jobs.cancelled', (part) => {
      received.there.push(...part)
      if (received.there.length === ids.length) resolve()
    })
  })
  there.signals.on('lease.renewed', () => received.there.push('lease'))
  here.signals.on('jobs.cancelled', (part) => void received.here.push(...part))
  await here.signals.emit('lease.renewed')
  await here.signals.emit('jobs.cancelled', ids)
  expect(received.here).toEqual(ids)
  await whole
  expect(received.there.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids)
  expect(received.here).toEqual(ids)
})

test('a process whose connection broke listens again, and looks for what it may have missed', async () => {
  const [here, there] = [await connect(), await connect()]
  const woken = new Promise<void>((resolve) => there.signals.on('events.stored', () => resolve()))
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND query = 'LISTEN earshot'`.execute(here.sql)
  await woken
  const told = new Promise<void>((resolve) => there.signals.on('content.embedded', () => resolve()))
  const again = setInterval(() => void here.signals.emit('content.embedded', 'cont_1'), 20)
  await told
  clearInterval(again)
})

test('several processes that start together migrate once, without the means that only a superuser has', async () => {
  const all = [await connect(), await connect(), await connect()]
  await Promise.all(all.map((db) => migrate(db)))
  const [db] = all
  if (!db) throw new Error('There is none.')
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM migrations`.execute(db.sql)
  expect(rows[0]?.n).toBe((await readMigrations()).length)
  const extensions = await sql<{ extname: string }>`
    SELECT extname FROM pg_extension ORDER BY extname`.execute(db.sql)
  expect(extensions.rows.map(({ extname }) => extname)).toEqual(['pg_trgm', 'plpgsql', 'unaccent'])
})

test('a process of the version before starts beside a database that is ahead of it', async () => {
  const db = await connect()
  const steps = await readMigrations()
  await migrate(db, steps)
  await migrate(db, steps.slice(0, -1))
  const changed = steps.map((step, at) => (at === 3 ? { ...step, sha256: 'other' } : step))
  await expect(migrate(db, changed.slice(0, -1))).rejects.toThrow('was changed after')
})

test('a server that is not there is said to be so', async () => {
  const gone = openServerDatabase({
    url: 'postgresql://nobody@127.0.0.1:1/none',
    connections: 3,
    log: createLog('silent'),
  })
  await expect(gone).rejects.toThrow('ECONNREFUSED')
})
