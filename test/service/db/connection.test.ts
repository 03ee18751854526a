import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { createLog } from '../../../service/core/log.ts'
import { afterCommit, openConnection } from '../../../service/db/connection.ts'
import { plannedOnce } from '../../../service/db/connection-lease.ts'
import { openTestDatabase } from '../../support/database.ts'

let db: OpenedDb
beforeAll(async () => {
  db = await openTestDatabase()
  await sql`create table t (n integer primary key)`.execute(db.sql)
})
beforeEach(() => sql`truncate t`.execute(db.sql))
afterAll(() => db.close())

const insert = (handle: OpenedDb['sql'], n: number) =>
  sql`insert into t values (${n})`.execute(handle)
const numbers = async (): Promise<number[]> =>
  (await sql<{ n: number }>`select n from t order by n`.execute(db.sql)).rows.map(({ n }) => n)

/** Answers each statement with no rows. */
class AnsweringClient extends Client {
  override connect = ((done: () => void) => done()) as never
  override query = (() => Promise.resolve({ rows: [], command: '', rowCount: 0 })) as never
  override end = () => Promise.resolve()
}

test('who gets no connection in time is told to try again, and the others go on', async () => {
  const free = Promise.withResolvers<void>()
  const connection = openConnection({
    log: createLog('silent'),
    isOpen: () => true,
    pool: { max: 1, Client: AnsweringClient, connectionTimeoutMillis: 20 },
  })
  const first = connection.transaction(() => free.promise)
  await expect(sql`SELECT 1`.execute(connection.sql)).rejects.toMatchObject({
    code: 'database_unavailable',
    status: 503,
    headers: { 'retry-after': '2' },
  })
  free.resolve()
  await first
  await connection.close()
})

test('counts are numbers, times are dates, JSON is parsed, arrays are arrays', async () => {
  const time = new Date('2026-11-21T13:00:00.123Z')
  const { rows } = await sql`
    select count(*) as n, sum(n::bigint) as sum, ${time}::timestamptz as time,
      '{"a":[1]}'::jsonb as json, ${['a', 'b']}::text[] as list
    from generate_series(1, 3) as n`.execute(db.sql)
  expect(rows).toEqual([{ n: 3, sum: 6, time, json: { a: [1] }, list: ['a', 'b'] }])
})

test('a marked statement is planned once, and sees what changed since', async () => {
  const jobsOf = (name: string, handle = db.sql) =>
    handle
      .selectFrom('jobs')
      .select('name')
      .where('name', '=', name)
      .modifyFront(plannedOnce)
      .execute()
  expect(await jobsOf('one')).toEqual([])
  await db.transaction(async (tx) => {
    await sql`insert into jobs (name, lane, payload, state, max_attempts, created_at)
      values ('one', 'light', '{}', 'waiting', 1, now())`.execute(tx)
    expect(await jobsOf('one', tx)).toEqual([{ name: 'one' }])
  })
  await sql`create index jobs_by_name on jobs (name)`.execute(db.sql)
  expect(await jobsOf('one')).toEqual([{ name: 'one' }])
  expect(await jobsOf('two')).toEqual([])
  const { rows } = await sql`
    select generic_plans + custom_plans as uses from pg_prepared_statements
    where statement like 'select%from "jobs"%'`.execute(db.sql)
  expect(rows).toEqual([{ uses: 4 }])
})

test('a statement that is planned once answers the same values each time, and no row', async () => {
  const time = new Date('2026-11-21T13:00:00.123Z')
  const of = async (n: number) => {
    const { rows } =
      await sql`${plannedOnce} select count(*) as n, ${time}::timestamptz as time, null as nothing,
      ${{ a: [1] }}::jsonb as json, ${['a', 'b']}::text[] as list
      from generate_series(1, ${n}::integer) as n having count(*) > 0`.execute(db.sql)
    return rows
  }
  for (const n of [1, 2, 3]) {
    expect(await of(n)).toEqual([{ n, time, nothing: null, json: { a: [1] }, list: ['a', 'b'] }])
  }
  expect(await of(0)).toEqual([])
})

test('a statement that is planned once has the columns that came since', async () => {
  const all = async () => (await sql`${plannedOnce} select * from t`.execute(db.sql)).rows
  await insert(db.sql, 1)
  expect(await all()).toEqual([{ n: 1 }])
  await sql`alter table t add column text text default 'new'`.execute(db.sql)
  expect(await all()).toEqual([{ n: 1, text: 'new' }])
  await sql`alter table t drop column text`.execute(db.sql)
  expect(await all()).toEqual([{ n: 1 }])
})

test('a statement that is planned once and fails is the only one that does', async () => {
  const add = (n: unknown) => sql`${plannedOnce} insert into t values (${n})`.execute(db.sql)
  const circle: unknown[] = []
  circle.push({ circle })
  await expect(add(circle)).rejects.toThrow()
  await expect(add('no number')).rejects.toMatchObject({ code: '22P02' })
  expect(await add(1)).toMatchObject({ numAffectedRows: 1n, rows: [] })
  await expect(add(1)).rejects.toMatchObject({ code: '23505' })
  expect(await add(2)).toMatchObject({ numAffectedRows: 1n, rows: [] })
  expect(await numbers()).toEqual([1, 2])
})

test('errors keep their SQLSTATE', async () => {
  await insert(db.sql, 1)
  await expect(insert(db.sql, 1)).rejects.toMatchObject({ code: '23505' })
})

test('a long answer and a long parameter cross whole', async () => {
  const text = 'ä€𐍈'.repeat(400_000)
  const { rows } = await sql<{ text: string }>`
    select ${text}::text as text from generate_series(1, 3)`.execute(db.sql)
  expect(rows.map((row) => row.text === text)).toEqual([true, true, true])
})

test('a transaction that throws leaves nothing', async () => {
  const failed = db.transaction(async (tx) => {
    await insert(tx, 1)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await numbers()).toEqual([])
})

test('a swallowed SQL error still fails its transaction', async () => {
  const failed = db.transaction(async (tx) => {
    await insert(tx, 1)
    await insert(tx, 1).catch(() => {})
  })
  await expect(failed).rejects.toThrow()
  expect(await numbers()).toEqual([])
})

test('the outer handle inside a transaction throws at once', async () => {
  await db.transaction(async (tx) => {
    await expect(insert(db.sql, 1)).rejects.toThrow('PG-7')
    await expect(db.transaction(() => Promise.resolve())).rejects.toThrow('PG-7')
    await insert(tx, 2)
  })
  expect(await numbers()).toEqual([2])
})

test('the outer handle is refused to work that a transaction started and did not await', async () => {
  let background: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    background = Promise.resolve()
      .then(() => insert(db.sql, 1))
      .catch((error: unknown) => error)
    await insert(tx, 2)
  })
  expect(await background).toBeInstanceOf(Error)
  expect(await numbers()).toEqual([2])
})

test('a handle is of no use after its transaction', async () => {
  const handle = await db.transaction((tx) => Promise.resolve({ tx }))
  await expect(insert(handle.tx, 1)).rejects.toThrow('already committed')
  expect(await numbers()).toEqual([])
})

test('work outside waits for the transaction instead of joining it', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const rolledBack = db
    .transaction(async (tx) => {
      await insert(tx, 1)
      await gate
      throw new Error('no')
    })
    .catch(() => 'rolled back')
  const outside = insert(db.sql, 2)
  release()
  expect(await rolledBack).toBe('rolled back')
  await outside
  expect(await numbers()).toEqual([2])
})

test('what waits for the commit runs after it, in order, and never after a rollback', async () => {
  const seen: string[] = []
  await db.transaction(async (tx) => {
    afterCommit(tx, () => seen.push('first'))
    afterCommit(tx, () => seen.push('second'))
    await insert(tx, 1)
    expect(seen).toEqual([])
  })
  const failed = db.transaction((tx) => {
    afterCommit(tx, () => seen.push('never'))
    return Promise.reject(new Error('no'))
  })
  await expect(failed).rejects.toThrow('no')
  expect(seen).toEqual(['first', 'second'])
  expect(() => afterCommit(db.sql as never, () => {})).toThrow()
})

test('a query of seconds leaves the event loop free', async () => {
  let worst = 0
  let last = performance.now()
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  const start = performance.now()
  await sql`select count(*) from generate_series(1, 4000000) as n where n % 7 = 0`.execute(db.sql)
  clearInterval(timer)
  // Against the query's own time, so that a slow machine changes nothing.
  expect(worst).toBeLessThan((performance.now() - start) / 2)
})

test('the hook runs in the first transaction that commits, with what it returns', async () => {
  const seen: unknown[] = []
  const hook = async (tx: OpenedDb['sql'], result: unknown) => {
    await insert(tx, 10)
    seen.push(result)
  }
  const value = await db.hookFirstCommit(hook, async () => {
    const failed = db.transaction(() => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    const first = await db.transaction(async (tx) => {
      await insert(tx, 1)
      return 'first'
    })
    // As work does that the first has woken.
    await db.transaction((tx) => insert(tx, 2))
    return first
  })
  expect(value).toBe('first')
  expect(seen).toEqual(['first'])
  await db.transaction((tx) => insert(tx, 3))
  expect(await numbers()).toEqual([1, 2, 3, 10])
})

test('a hook that fails takes its transaction with it, and may run again', async () => {
  let runs = 0
  const hook = async () => {
    runs += 1
    if (runs === 1) throw new Error('no')
  }
  await db.hookFirstCommit(hook, async () => {
    await expect(db.transaction((tx) => insert(tx, 1))).rejects.toThrow('no')
    expect(await numbers()).toEqual([])
    await db.transaction((tx) => insert(tx, 2))
  })
  expect([runs, await numbers()]).toEqual([2, [2]])
})

test('work of two requests at once hears each of its own commit', async () => {
  const seen: string[] = []
  const request = (name: string, n: number) =>
    db.hookFirstCommit(
      async (_tx, result) => void seen.push(`${name} ${String(result)}`),
      () =>
        db.transaction(async (tx) => {
          await insert(tx, n)
          return n
        }),
    )
  await Promise.all([request('a', 1), request('b', 2), db.transaction((tx) => insert(tx, 3))])
  expect(seen.toSorted()).toEqual(['a 1', 'b 2'])
})
