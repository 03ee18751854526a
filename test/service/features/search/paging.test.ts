import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import { storeRecordings } from '../../../support/recordings.ts'

let app: TestApp
let projectId: string
let ids: string[]

beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
  // Ties in relevance and in time, so that every part of the order counts.
  const recordings = Array.from({ length: 23 }, (_, index) => ({
    text: `budget ${'budget '.repeat(index % 3)} and more`,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 5))),
  }))
  ids = await storeRecordings(app, projectId, recordings)
})
afterAll(() => app.stop())

const page = async (query: Record<string, string>, key?: string) =>
  app.call('GET', `/v1/search/content?${new URLSearchParams(query).toString()}`, key ? { key } : {})

it('pages hold every hit once, in the order of relevance, time and id, while others come and go', async () => {
  type Hit = { id: string; relevance_score: number; created_at: string }
  const seen: Hit[] = []
  let cursor: string | undefined
  let round = 0
  const gone: string[] = []
  do {
    const { body } = await page({ q: 'budget', limit: '4', ...(cursor && { cursor }) })
    seen.push(...body.data)
    cursor = body.pagination.next_cursor ?? undefined
    expect(body.pagination.has_more).toBe(cursor !== undefined)
    // New ones in another language, which is one more language for queries from then on.
    await storeRecordings(app, projectId, [
      { text: 'budget budget budget', language: ['de', 'fr', 'ja'][round % 3] ?? 'en' },
      { text: 'budget', createdAt: new Date('2025-01-01') },
    ])
    if (round === 1) {
      const rest = ids.filter((id) => !seen.some((hit) => hit.id === id))
      gone.push(...rest.slice(0, 2))
      for (const id of gone) await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
    }
    round++
  } while (cursor && round < 30)

  const order = (hit: Hit) => `${hit.relevance_score.toFixed(4)} ${hit.created_at} ${hit.id}`
  expect(seen.map(order)).toEqual(seen.map(order).toSorted().toReversed())
  const found = seen.map(({ id }) => id)
  expect(new Set(found).size).toBe(found.length)
  const left = ids.filter((id) => !gone.includes(id))
  expect(found.filter((id) => ids.includes(id)).toSorted()).toEqual(left.toSorted())
})

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

it('a cursor belongs to its query, filters and key', async () => {
  const { body } = await page({ q: 'budget', limit: '2' })
  const cursor: string = body.pagination.next_cursor
  expect((await page({ q: 'budget', limit: '5', cursor })).status).toBe(200)
  const key = await givenKey(app, { project_ids: [projectId] })
  const others = [
    page({ q: 'more', cursor }),
    page({ q: 'budget', project_id: projectId, cursor }),
    page({ q: 'budget', status: 'completed', cursor }),
    page({ q: 'budget', created_after: '2020-01-01', cursor }),
    page({ q: 'budget', cursor }, key),
  ]
  for (const answer of await Promise.all(others)) {
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toMatchObject([{ field: 'cursor', code: 'invalid_cursor' }])
  }
  const list = await app.call('GET', '/v1/projects?limit=1')
  const foreign = list.body.pagination.next_cursor ?? 'x.y'
  expect((await page({ q: 'budget', cursor: foreign })).status).toBe(400)
  // What a cursor is signed against is fuzzed in test/service/db/page.test.ts.
  for (const changed of [cursor.slice(1), cursor.slice(0, -1), `${cursor}.`, `A${cursor}`]) {
    expect((await page({ q: 'budget', cursor: changed })).status).toBe(400)
  }
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
    // By night to the end.
    const count = perChange(1_500, 7_000)
    const pages = await pagesOf({ q: 'quarterly', project_id: id }, 100, count / 100)
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

async function pagesOf(
  query: Record<string, string>,
  limit: number,
  most = Infinity,
): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { body } = await page({ ...query, limit: String(limit), ...(cursor && { cursor }) })
    pages.push(body.data.map((hit: { id: string }) => hit.id))
    cursor = body.pagination.next_cursor ?? undefined
  } while (cursor && pages.length < most)
  return pages
}
