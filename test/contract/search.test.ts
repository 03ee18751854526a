import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { searchResult } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'

const { call, givenKey, givenProject, world } = openSuite('search')

type Analysis = {
  status: string
  result: Record<string, unknown>
  needs_language_model: string[]
}
type Hit = { id: string; project_id: string; highlight: string }
const search = async (query: string, key?: string): Promise<Hit[]> => {
  const answer = await call('GET', `/v1/search/content?${query}`, key ? { key } : {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const idsOf = (hits: Hit[]) => hits.map(({ id }) => id)
const { contentId, projectId } = world.recording

/** A word that the shared transcript holds and few others do. */
const aWord = async () => {
  const path = `/v1/projects/${projectId}/content/${contentId}/transcript`
  const { text } = (await call('GET', path)).body.data
  const words: string[] = text.toLowerCase().match(/[a-z]{6,}/g)
  return words[0] ?? ''
}

const unique = `zebra${Date.now()}`
const file = { filename: `${unique} one.wav`, content_type: 'audio/wav', size_bytes: 10 }
const givenFile = async (filename = file.filename) => {
  const { id } = await givenProject({ name: 'Searched' })
  const { session } = await openUpload(call, id, { ...file, filename })
  return { projectId: id, contentId: session.content_id }
}

test('a result has every field', async () => {
  const { body } = await call('GET', `/v1/search/content?q=${await aWord()}`)
  expect(body.data.length).toBeGreaterThan(0)
  for (const hit of body.data) expectShape(hit, searchResult)
})

test('transcripts are searched and the matched terms are in mark tags', async () => {
  const word = await aWord()
  const hit = (await search(`q=${word}`)).find(({ id }) => id === contentId)
  expect(hit?.highlight.toLowerCase()).toContain(`<mark>${word}`)
})

test('filenames are searched', async () => {
  const given = await givenFile()
  const hits = await search(`q=${unique}`)
  expect(idsOf(hits)).toContain(given.contentId)
  expect(hits[0]).toMatchObject({ project_name: 'Searched', status: 'uploaded' })
})

test('analysis results are searched', async () => {
  const path = `/v1/projects/${projectId}/content/${contentId}`
  const { analyses } = (await call('GET', path)).body.data
  // Other files of the suite start analyses of it, too. What nobody could answer is no result; and the
  // names of fields are no words of one.
  const whole = analyses.filter(
    ({ status, needs_language_model: unanswered }: Analysis) =>
      status === 'completed' && unanswered.length === 0,
  )
  const texts = whole.flatMap(({ result }: Analysis) => Object.values(result).flat(2))
  const [word] = texts.join(' ').match(/[a-z]{5,}/gi) ?? []
  const hits = await search(`q=${word}`)
  expect(idsOf(hits)).toContain(contentId)
})

test('everything but the mark tags is escaped', async () => {
  await givenFile(`<img src=x onerror=alert(1)> ${unique}x.wav`)
  const [hit] = await search(`q=${unique}x`)
  expect(hit?.highlight.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>]/)
})

test('q is required', async () => {
  for (const query of ['', 'q=', 'q=%20']) {
    const answer = await call('GET', `/v1/search/content?${query}`)
    expectRefusal(answer, 400, 'validation_error', ['q'])
  }
})

test('project_id, status and the time filters narrow the search', async () => {
  const [one, two] = [await givenFile(`${unique}f.wav`), await givenFile(`${unique}f.wav`)]
  const find = async (filter: string) => idsOf(await search(`q=${unique}f${filter}`)).toSorted()
  const both = [one.contentId, two.contentId].toSorted()
  expect(await find('')).toEqual(both)
  expect(await find(`&project_id=${one.projectId}`)).toEqual([one.contentId])
  expect(await find('&status=uploaded')).toEqual(both)
  expect(await find('&status=completed')).toEqual([])
  expect(await find('&created_after=2099-01-01T00:00:00Z')).toEqual([])
  expect(await find('&created_before=2099-01-01T00:00:00Z')).toEqual(both)
  expect(await find('&created_before=2020-01-01T00:00:00Z')).toEqual([])
  for (const filter of ['status=done', 'created_after=soon', 'created_before=13']) {
    const answer = await call('GET', `/v1/search/content?q=a&${filter}`)
    expectRefusal(answer, 400, 'validation_error', [filter.split('=')[0] ?? ''])
  }
})

test('results are paged with limit and cursor', async () => {
  for (let count = 0; count < 3; count++) await givenFile(`${unique}p.wav`)
  const first = await call('GET', `/v1/search/content?q=${unique}p&limit=2`)
  expect(first.body.data).toHaveLength(2)
  expect(first.body.pagination.has_more).toBe(true)
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await call('GET', `/v1/search/content?q=${unique}p&limit=2&cursor=${cursor}`)
  expect(second.body.data).toHaveLength(1)
  expect(second.body.pagination).toEqual({ has_more: false, next_cursor: null })
  const ids = idsOf([...first.body.data, ...second.body.data])
  expect(new Set(ids).size).toBe(3)
})

test('all projects are searched, with a restricted key only its own', async () => {
  const [one, two] = [await givenFile(`${unique}r.wav`), await givenFile(`${unique}r.wav`)]
  expect(await search(`q=${unique}r`)).toHaveLength(2)
  const { key } = await givenKey({ project_ids: [one.projectId] })
  expect(idsOf(await search(`q=${unique}r`, key))).toEqual([one.contentId])
  const other = `/v1/search/content?q=${unique}r&project_id=${two.projectId}`
  expectRefusal(await call('GET', other, { key }), 403, 'project_access_denied')
})
