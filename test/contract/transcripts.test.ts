import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { transcript } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'

const { call, givenProject, world } = openSuite('transcripts')

const path = `/v1/projects/${world.recording.projectId}/content/${world.recording.contentId}`

type Segment = { start: number; end: number; text: string; speaker: string }

test('the transcript has every field', async () => {
  const { status, body } = await call('GET', `${path}/transcript`)
  expect(status).toBe(200)
  expectShape(body.data, transcript)
  expect(body.data).toMatchObject({ content_id: world.recording.contentId, language: 'en' })
})

test('the text holds the words of all segments and word_count counts them', async () => {
  const { data } = (await call('GET', `${path}/transcript`)).body
  const words = data.text.trim().split(/\s+/)
  expect(data.word_count).toBe(words.length)
  const spoken = data.segments.map(({ text }: Segment) => text.trim()).join(' ')
  expect(spoken.split(/\s+/)).toEqual(words)
})

test('segments follow each other within the recording and name their speaker', async () => {
  const { data: item } = (await call('GET', path)).body
  const { data } = (await call('GET', `${path}/transcript`)).body
  const names = data.speakers.map(({ name, label }: { name: string; label: string }) => {
    return name ?? label
  })
  let last = 0
  for (const { start, end, speaker } of data.segments as Segment[]) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThan(start)
    expect(names).toContain(speaker)
    last = start
  }
  expect(data.segments.at(-1).end).toBeLessThanOrEqual(item.duration_seconds + 1)
})

test('no transcript yet is 409 transcript_not_ready', async () => {
  const { id } = await givenProject()
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { session } = await openUpload(call, id, file)
  const answer = await call('GET', `/v1/projects/${id}/content/${session.content_id}/transcript`)
  expectRefusal(answer, 409, 'transcript_not_ready')
})
