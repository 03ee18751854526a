import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chapter } from '../../../../service/features/chapters/chapter.ts'
import { threeSubjects } from '../../../fixtures/three-subjects.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'

let app: TestApp
let projectId: string
/** Of three subjects; nothing changes it but the last test. */
let id: string
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
  id = await given(labelled)
})
afterAll(() => app.stop())

const said = threeSubjects.flat()
const labelled = said.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')

const given = (text: string, contentType = 'text/plain') =>
  givenRecording(app, projectId, {
    filename: 'weekly.txt',
    content_type: contentType,
    bytes: new TextEncoder().encode(text),
  })
const pathOf = (contentId: string) => `/v1/projects/${projectId}/content/${contentId}`

async function chaptersOf(contentId: string): Promise<Chapter[]> {
  const { status, body } = await app.call('GET', `${pathOf(contentId)}/chapters`)
  expect(status).toBe(200)
  return body.data
}

test('chapters follow each other from the first word to the last', async () => {
  const chapters = await chaptersOf(id)
  const { segments } = (await app.call('GET', `${pathOf(id)}/transcript`)).body.data
  expect(chapters).toHaveLength(3)
  expect(chapters[0]?.start).toBe(segments[0].start)
  expect(chapters.at(-1)?.end).toBe(segments.at(-1).end)
  for (const [at, { start, end, segment_id: segmentId }] of chapters.entries()) {
    expect(end).toBe(chapters[at + 1]?.start ?? end)
    expect(segments.find((segment: { id: string }) => segment.id === segmentId).start).toBe(start)
  }
})

test('a title is what was talked about, and never the name of somebody present', async () => {
  const chapters = await chaptersOf(id)
  for (const { title, gist } of chapters) {
    expect(title).toMatch(/^\p{Lu}/u)
    expect(labelled.toLowerCase()).toContain(title?.toLowerCase().split(' and ')[0])
    expect(title).not.toMatch(/\b(?:mary|tom|anna)\b/i)
    expect(gist).toMatch(/\.$/)
  }
})

test('a few words have none, nor has a language that chapters are not found in', async () => {
  expect(await chaptersOf(await given('Mary: Hello.\nTom: Hello, Mary.'))).toEqual([])
  const german = Array.from(
    { length: 80 },
    () => 'Anna: Wir haben heute über den neuen Vertrag mit der Druckerei gesprochen.',
  ).join('\n')
  expect(await chaptersOf(await given(german))).toEqual([])
})

test('without a transcript it is 409 transcript_not_ready, and 404 where there is no recording', async () => {
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { body } = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
    body: file,
  })
  const early = await app.call('GET', `${pathOf(body.data.content_id)}/chapters`)
  expect([early.status, early.body.error.code]).toEqual([409, 'transcript_not_ready'])
  const none = await app.call('GET', `${pathOf('cont_01kayr3c9nfq4tq4h6zr6yv0b2')}/chapters`)
  expect(none.status).toBe(404)
})

test('text, Markdown and Word files have a heading for each chapter', async () => {
  const chapters = await chaptersOf(id)
  const file = async (query: string) => {
    const url = `${app.baseUrl}${pathOf(id)}/transcript?${query}`
    const headers = { authorization: `Bearer ${app.sessionToken}` }
    return (await fetch(url, { headers })).text()
  }
  const headings = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, heading]) => heading)
  const titles = chapters.map(({ title }) => title)
  expect(headings(await file('format=txt'), /^== (.+) ==$/gm)).toEqual(titles)
  expect(headings(await file('format=md'), /^## (.+)$/gm)).toEqual(titles)
  expect(await file('format=txt&chapters=false')).not.toContain('==')
  expect(await file('format=vtt')).not.toContain('==')
})

test('headings of a file that comes back are not taken for speech', async () => {
  const headers = { authorization: `Bearer ${app.sessionToken}` }
  for (const [format, type] of [
    ['txt', 'text/plain'],
    ['md', 'text/markdown'],
  ].slice(0, perChange(1, 2))) {
    const url = `${app.baseUrl}${pathOf(id)}/transcript?format=${format}`
    const again = await given(await (await fetch(url, { headers })).text(), type)
    const { text } = (await app.call('GET', `${pathOf(again)}/transcript`)).body.data
    expect(text.split(/\s+/).join(' ')).toBe(said.map((one) => one.text).join(' '))
  }
})

test('an edited transcript has the chapters of its new words at once', async () => {
  const [before] = await chaptersOf(id)
  const { segments } = (await app.call('GET', `${pathOf(id)}/transcript`)).body.data
  for (const { id: segmentId, text } of segments.slice(0, 14)) {
    const changed = text.replaceAll(/warehouse|loading dock/g, 'greenhouse')
    if (changed === text) continue
    const url = `${pathOf(id)}/transcript/segments/${segmentId}`
    expect((await app.call('PATCH', url, { body: { text: changed } })).status).toBe(200)
  }
  const [after] = await chaptersOf(id)
  expect(before?.title).not.toMatch(/greenhouse/i)
  expect(`${after?.title} ${after?.gist}`).toMatch(/greenhouse/i)
})
