import { beforeAll, expect, test } from 'vitest'
import { until } from './support/call.ts'
import { expectRefusal } from './support/envelope.ts'
import { transcript, transcriptChange, transcriptVersion } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { shortestClip, uploadFile } from './support/uploads.ts'

const { call, givenProject } = openSuite('corrections')

// A recording of its own: the shared one is read by other suites meanwhile.
let projectId: string
let path: string
let first: { id: string; start: number; end: number; text: string; words: object[] }
beforeAll(async () => {
  projectId = (await givenProject()).id
  const contentId = await uploadFile(call, projectId, shortestClip)
  const content = `/v1/projects/${projectId}/content/${contentId}`
  await call('POST', `${content}/upload-complete`)
  await until(
    'the transcript',
    async () => (await call('GET', content)).body.data.status === 'completed',
    120,
  )
  path = `${content}/transcript`
  first = (await call('GET', path)).body.data.segments[0]
}, 150_000)

test('the text of a segment is corrected in a new version; its times stay', async () => {
  const body = { text: `Well, ${first.text}` }
  const { status, body: answer } = await call('PATCH', `${path}/segments/${first.id}`, { body })
  expect(status).toBe(200)
  expectShape(answer.data, transcriptChange)
  const { id, start, end } = first
  expect(answer.data.segments).toMatchObject([{ id, start, end, text: body.text }])
  expect(answer.data).toMatchObject({ version: 2, origin: 'edited', based_on: 1 })
  expect(answer.data.segments[0].words).toHaveLength(first.words.length + 1)
})

test('a speaker is named once for the whole recording', async () => {
  const { speakers } = (await call('GET', path)).body.data
  const body = { name: 'The president' }
  const answer = await call('PATCH', `${path}/speakers/${speakers[0].id}`, { body })
  expectShape(answer.body.data, transcriptChange)
  const { data } = (await call('GET', path)).body
  expectShape(data, transcript)
  for (const { speaker_id: id, speaker } of data.segments) {
    if (id === speakers[0].id) expect(speaker).toBe('The president')
  }
})

test('the version by the engine stays readable, and can be restored', async () => {
  const { body } = await call('GET', `${path}/versions`)
  for (const version of body.data) expectShape(version, transcriptVersion)
  expect(body.data.at(-1)).toMatchObject({ version: 1, origin: 'machine', is_current: false })
  const machine = (await call('GET', `${path}?version=1`)).body.data
  expect(machine.segments[0].text).toBe(first.text)
  const restored = await call('POST', `${path}/versions/1/restore`)
  expect(restored.status).toBe(200)
  expectShape(restored.body.data, transcriptVersion)
  expect((await call('GET', path)).body.data.text).toBe(machine.text)
})

test('transcript.updated is sent at each new version', async () => {
  const contentId = path.split('/').at(-2)
  const events = await call('GET', '/v1/events?event=transcript.updated&limit=100')
  const own = events.body.data.filter(
    ({ data }: { data: { content_id: string } }) => data.content_id === contentId,
  )
  expect(own.at(-1).data).toEqual({ content_id: contentId, version: 2, origin: 'edited' })
})

test('unknown segments, speakers and versions are 404, wrong bodies 400', async () => {
  const body = { text: 'a' }
  expectRefusal(await call('PATCH', `${path}/segments/seg_none`, { body }), 404, 'not_found')
  const named = { body: { name: 'Ann' } }
  expectRefusal(await call('PATCH', `${path}/speakers/speaker_99`, named), 404, 'not_found')
  expectRefusal(await call('GET', `${path}?version=99`), 404, 'not_found')
  const merge = { body: { into: 'speaker_99' } }
  const speaker = (await call('GET', path)).body.data.speakers[0].id
  const answer = await call('POST', `${path}/speakers/${speaker}/merge`, merge)
  expectRefusal(answer, 400, 'validation_error')
})

test('a project that does not remember voices has none', async () => {
  const { status, body } = await call('GET', `/v1/projects/${projectId}/voices`)
  expect([status, body.data]).toEqual([200, []])
  const forgotten = await call('DELETE', `/v1/projects/${projectId}/voices`)
  expect(forgotten.body.data).toEqual({ deleted_count: 0 })
})
