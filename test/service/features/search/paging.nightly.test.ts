import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject } from '../../../support/factory.ts'
import { storeRecordings } from '../../../support/recordings.ts'

// With each change paging.test.ts reads the pages of a library of ordinary size.

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const page = async (query: Record<string, string>) =>
  app.call('GET', `/v1/search/content?${new URLSearchParams(query).toString()}`)

it('pages hold every hit once where only the newest 500 have their words weighed', async () => {
  const { id } = await givenProject(app)
  const made = await storeRecordings(
    app,
    id,
    Array.from({ length: 705 }, (_, index) => ({
      text: `zebra ${'zebra '.repeat(index % 4)}`,
      filename: index % 50 === 0 ? 'zebra.wav' : 'call.wav',
      createdAt: new Date(Date.UTC(2026, 0, 1) + (index % 300) * 1_000),
    })),
  )
  const seen: { id: string; relevance_score: number }[] = []
  let cursor: string | undefined
  do {
    const query = { q: 'zebra', project_id: id, limit: '100', ...(cursor && { cursor }) }
    const { body } = await page(query)
    seen.push(...body.data)
    cursor = body.pagination.next_cursor ?? undefined
    await storeRecordings(app, id, [{ text: 'zebra', createdAt: new Date('2025-01-01') }])
  } while (cursor && seen.length < 1_000)
  const found = seen.map((hit) => hit.id)
  expect(new Set(found).size).toBe(found.length)
  expect(made.filter((of) => !found.includes(of))).toEqual([])
  const scores = seen.map((hit) => hit.relevance_score)
  expect(scores).toEqual(scores.toSorted((left, right) => right - left))
})

describe('of 21,000 recordings', () => {
  let id: string
  // Every third has the word, said as often in each, so that the order is that of time; every thirtieth has a phrase. Of the
  // rest the newest 400 and the oldest have another.
  beforeAll(async () => {
    id = (await givenProject(app)).id
    const { sql: db } = app.deps.db
    await sql`INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
      SELECT 'cont_large' || lpad(n::text, 5, '0'), ${id}, 'call.wav', 'audio/wav', 1, 'completed',
        timestamptz '2026-02-01' + n * interval '1 second', now() FROM generate_series(1, 21000) n`.execute(
      db,
    )
    await sql`INSERT INTO search_documents
        (content_id, project_id, created_at, language, filename, body, document, ranking)
      SELECT id, project_id, created_at, 'plain_english', filename, '', words, words FROM content,
        LATERAL (SELECT right(id, 5)::integer AS n) numbered,
        LATERAL (SELECT to_tsvector('plain_english', CASE WHEN n % 6000 = 3 THEN 'numbers numbers quarterly'
          WHEN n % 30 = 0 THEN 'quarterly numbers'
          WHEN n % 3 = 0 THEN 'numbers quarterly'
          WHEN n > 20400 OR n = 1 THEN 'early market' ELSE 'market early' END) AS words) said
      WHERE project_id = ${id}`.execute(db)
  })

  it('pages hold every hit once, newest first, where only the newest part is looked through', async () => {
    const count = 7_000
    const pages = await pagesOf({ q: 'quarterly', project_id: id }, 100)
    expect(pages.flat()).toEqual(
      Array.from({ length: count }, (_, at) => idOfLarge(21_000 - 3 * at)),
    )
  })

  const setCount = (count: number) =>
    app.deps.db.sql
      .updateTable('projects')
      .set({ content_count: count })
      .where('id', '=', id)
      .execute()

  it('a page ends before all are looked at, where very many have the words and next to none in this order', async () => {
    await setCount(200_000)
    for (const limit of [20, 3, 2, 1]) {
      const pages = await pagesOf({ q: '"numbers numbers quarterly"', project_id: id }, limit)
      expect(pages.flat()).toEqual([18_003, 12_003, 6_003, 3].map(idOfLarge))
      expect(pages.at(-1)).toEqual([idOfLarge(3)])
    }
    await setCount(21_000)
  })

  it('a later page does so, where the newest alone have many in this order', async () => {
    await setCount(200_000)
    const pages = await pagesOf({ q: '"early market"', project_id: id }, 90)
    const newest = Array.from({ length: 600 }, (_, at) => 21_000 - at).filter((n) => n % 3 > 0)
    expect(pages.flat()).toEqual([...newest, 1].map(idOfLarge))
    expect(pages.map((hits) => hits.length)).toEqual([90, 90, 90, 90, 40, 1])
    await setCount(21_000)
  })

  it('pages hold every hit once, newest first, where words are seldom said in this order', async () => {
    const pages = await pagesOf({ q: '"quarterly numbers"', project_id: id }, 100)
    expect(pages.flat()).toEqual(
      Array.from({ length: 700 }, (_, at) => idOfLarge(21_000 - 30 * at)),
    )
    const others = await page({ q: 'quarterly -"quarterly numbers"', project_id: id })
    expect(others.body.data[0]?.id).toBe(idOfLarge(20_997))
  })
})

const idOfLarge = (n: number) => `cont_large${String(n).padStart(5, '0')}`

async function pagesOf(query: Record<string, string>, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { body } = await page({ ...query, limit: String(limit), ...(cursor && { cursor }) })
    pages.push(body.data.map((hit: { id: string }) => hit.id))
    cursor = body.pagination.next_cursor ?? undefined
  } while (cursor)
  return pages
}
