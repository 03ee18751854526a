import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Migration, migrate, readMigrations } from '../../../service/db/migrate.ts'
import { openTestDatabase } from '../../support/database.ts'

const step = (name: string, text: string): Migration => ({
  name,
  text,
  sha256: createHash('sha256').update(text).digest('hex'),
})

/** A database with the product's own steps applied. */
async function open() {
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  return { db, steps: await readMigrations() }
}

const hasTable = async (db: Awaited<ReturnType<typeof open>>['db'], name: string) => {
  const { rows } = await sql`select to_regclass(${name}) as found`.execute(db.sql)
  return JSON.stringify(rows) !== '[{"found":null}]'
}

test('the files are numbered without a gap', async () => {
  const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('applied steps are not applied again; new ones are, in order, many statements each', async () => {
  const { db, steps } = await open()
  await migrate(db, steps)
  const more = [step('9001-a.sql', 'create table a (n int); insert into a values (1);')]
  await migrate(db, [...steps, ...more, step('9002-b.sql', 'update a set n = n + 1;')])
  const { rows } = await sql`select n from a`.execute(db.sql)
  expect(rows).toEqual([{ n: 2 }])
})

test('a step that fails leaves nothing of itself and stops the rest', async () => {
  const { db, steps } = await open()
  const bad = step('9001-a.sql', 'create table a (n int); select nonsense;')
  const later = step('9002-b.sql', 'create table b (n int);')
  await expect(migrate(db, [...steps, bad, later])).rejects.toThrow('nonsense')
  expect([await hasTable(db, 'a'), await hasTable(db, 'b')]).toEqual([false, false])
  await migrate(db, [...steps, step('9001-a.sql', 'create table a (n int);'), later])
  expect([await hasTable(db, 'a'), await hasTable(db, 'b')]).toEqual([true, true])
})

test('a changed, missing or squeezed-in file is refused', async () => {
  const { db, steps } = await open()
  const [first, ...rest] = steps
  if (!first) throw new Error('no steps')
  await expect(migrate(db, [step(first.name, 'select 1;'), ...rest])).rejects.toThrow('changed')
  await expect(migrate(db, rest)).rejects.toThrow(first.name)
  await expect(migrate(db, steps.slice(0, -1))).rejects.toThrow('nothing stands')
  const squeezed = [first, step('0001-z.sql', 'select 1;'), ...rest]
  await expect(migrate(db, squeezed)).rejects.toThrow('0001-z.sql')
})
