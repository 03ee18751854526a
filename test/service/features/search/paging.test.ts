import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
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
