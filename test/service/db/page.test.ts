import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { pageOf } from '../../../service/db/page.ts'
import { openTestDatabase } from '../../support/database.ts'
import { perChange } from '../../support/nightly.ts'

const key = randomBytes(32)
let db: OpenedDb
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => removeAll())
afterAll(() => db.close())

/** A truncation would go through every table that refers to this one. */
async function removeAll(): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`DELETE FROM organizations`.execute(tx)
  })
}

type Row = { id: string; created_at: Date }

async function store(rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const others = { slug: 's', default_prompt_id: null, transcription_minutes_limit: 1 }
  const limits = { storage_gb_limit: 1, name: 'n' }
  await db.sql
    .insertInto('organizations')
    .values(rows.map((row) => ({ ...others, ...limits, ...row, slug: row.id })))
    .execute()
}

const list = (limit: number, cursor?: string, filters: Record<string, unknown> = {}) =>
  pageOf(db.sql.selectFrom('organizations').selectAll(), { limit, cursor, filters, key })

async function readAll(limit: number, between: (page: number) => Promise<void>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 0; ; page += 1) {
    const { items, nextCursor } = await list(limit, cursor)
    ids.push(...items.map(({ id }) => id))
    if (nextCursor === null) return ids
    cursor = nextCursor
    await between(page)
  }
}

/** Few different times, so that many rows share one. */
const times = fc.integer({ min: 0, max: 5 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n))
const rowsOf = (prefix: string) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 30 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => times.map((at) => ({ id: `${prefix}${id}`, created_at: at })))),
    )

test('pages of any size give every row once, newest first', async () => {
  const property = fc.asyncProperty(
    rowsOf('a'),
    fc.integer({ min: 1, max: 12 }),
    async (rows, limit) => {
      await removeAll()
      await store(rows)
      const sorted = rows.toSorted(
        (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
      )
      expect(await readAll(limit, () => Promise.resolve())).toEqual(sorted.map(({ id }) => id))
    },
  )
  await fc.assert(property, { numRuns: perChange(12, 40) })
})

test('rows that come and go while somebody pages neither repeat nor skip another', async () => {
  const property = fc.asyncProperty(
    rowsOf('a'),
    rowsOf('b'),
    fc.nat(),
    async (old, fresh, pick) => {
      await removeAll()
      await store(old)
      const goes = old.length > 0 ? old[pick % old.length]?.id : undefined
      const ids = await readAll(3, async (page) => {
        if (page > 0) return
        await store(fresh)
        await db.sql
          .deleteFrom('organizations')
          .where('id', '=', goes ?? '')
          .execute()
      })
      expect(new Set(ids).size).toBe(ids.length)
      for (const { id } of old) if (id !== goes) expect(ids).toContain(id)
    },
  )
  await fc.assert(property, { numRuns: perChange(12, 40) })
})

test('a cursor works for its own list, filters and view only', async () => {
  await store([1, 2, 3].map((n) => ({ id: `o${n}`, created_at: new Date(n) })))
  const filters = { status: 'completed', created_after: undefined }
  const { nextCursor } = await list(1, undefined, filters)
  const cursor = nextCursor ?? ''
  expect((await list(1, cursor, { status: 'completed' })).items.map(({ id }) => id)).toEqual(['o2'])

  const refusal = { code: 'validation_error', details: [{ field: 'cursor' }] }
  await expect(list(1, cursor, { status: 'failed' })).rejects.toMatchObject(refusal)
  await expect(list(1, cursor, {})).rejects.toMatchObject(refusal)
  const narrower = db.sql.selectFrom('organizations').selectAll().where('id', 'in', ['o1', 'o2'])
  await expect(pageOf(narrower, { limit: 1, cursor, filters, key })).rejects.toMatchObject(refusal)
  const otherList = db.sql.selectFrom('events').selectAll()
  await expect(pageOf(otherList, { limit: 1, cursor, filters, key })).rejects.toMatchObject(refusal)
})
