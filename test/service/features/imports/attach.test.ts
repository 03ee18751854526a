import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { shareTime } from '../../../../service/engine/whisper/word-times.ts'
import type { Transcript } from '../../../../service/features/transcripts/transcript.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { zoom } from './files.ts'

/** What an engine made of it: times to be kept, words to be replaced. */
const recognized = [
  { start: 1, end: 4, speaker: 0, text: 'Good morning everybody, shall we begin with the prices?' },
  { start: 5, end: 9, speaker: 1, text: 'Yes I will send the offer to acne by Friday afternoon.' },
  { start: 10, end: 14, speaker: 0, text: 'We decided to keep the price at ten yuros for now.' },
]

const transcription: Transcription = {
  segments: recognized.map((segment) => ({
    ...segment,
    words: shareTime(
      segment.text.split(' ').map((text) => ({ text, confidence: 0.9 })),
      segment,
    ),
  })),
  speakers: [
    { voice: null, seconds: 7 },
    { voice: null, seconds: 4 },
  ],
  language: 'en',
  languageProbability: 0.9,
  translatedTo: null,
  echo: null,
  durationSeconds: 15,
  modelUsed: 'scripted',
}

let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcription) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const pathOf = (id: string) => `/v1/projects/${projectId}/content/${id}/transcript`
const attach = (id: string, text: string, type = 'text/vtt') =>
  app.call('POST', `${pathOf(id)}/import`, { body: { text, content_type: type } })
const read = async (id: string): Promise<Transcript> =>
  (await app.call('GET', pathOf(id))).body.data

const corrected = `Jane Doe: Good morning everybody. Shall we begin with the prices?
Paul: Yes, I will send the offer to Acme by Friday afternoon.
Jane Doe: We decided to keep the price at ten euros for now.
`

test('gives the words of the file the times of the recognized ones, and its speakers', async () => {
  const id = await givenRecording(app, projectId)
  const before = await read(id)
  const { status, body } = await attach(id, corrected, 'text/plain')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ version: 2, origin: 'imported', based_on: 1, is_current: true })
  const after = await read(id)
  expect(after.segments.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')).toBe(
    corrected.trim(),
  )
  // The same number of words: each has the time of the one in its place.
  const timesOf = ({ segments }: Transcript) =>
    segments.map(({ words }) => words.map(({ start, end }) => [start, end]))
  expect(timesOf(after)).toEqual(timesOf(before))
  expect(after.has_estimated_times).toBe(false)
  expect(after.speakers.map((speaker) => [speaker.id, speaker.name])).toEqual([
    ['speaker_3', 'Jane Doe'],
    ['speaker_4', 'Paul'],
  ])
  const restored = await app.call('POST', `${pathOf(id)}/versions/1/restore`)
  expect(restored.body.data).toMatchObject({ version: 3, based_on: 1 })
  const events = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute()
  const own = events.filter(({ data }) => data['content_id'] === id)
  expect(own.map(({ event, data }) => [event, data['origin']]).slice(-2)).toEqual([
    ['transcript.updated', 'imported'],
    ['transcript.updated', 'restored'],
  ])
})

test('a text that names nobody leaves the speakers as they are', async () => {
  const id = await givenRecording(app, projectId)
  const text = corrected
    .split('\n')
    .map((line, at) => line.replace(/^[^:]+: /, `[0${at}:00] `))
    .join('\n')
  expect((await attach(id, text, 'text/plain')).status).toBe(200)
  const { segments, speakers } = await read(id)
  expect(segments.map((segment) => [segment.start, segment.speaker])).toEqual([
    [1, 'Speaker 1'],
    [5, 'Speaker 2'],
    [10, 'Speaker 1'],
  ])
  expect(speakers.map((speaker) => speaker.id)).toEqual(['speaker_1', 'speaker_2'])
})

test('a transcript of another meeting is refused', async () => {
  const id = await givenRecording(app, projectId)
  const other = 'Ann: The cat sat on a mat while rain fell softly over all those little houses.'
  const { status, body } = await attach(id, other, 'text/plain')
  expect([status, body.error.code]).toEqual([409, 'transcript_mismatch'])
  expect((await read(id)).version).toBe(1)
})

test('text that is no transcript, and content without sound, are refused by name', async () => {
  const id = await givenRecording(app, projectId)
  const empty = await attach(id, 'Dear all,\nthis is a letter.', 'text/plain')
  expect([empty.status, empty.body.error.code]).toEqual([422, 'transcript_empty'])
  const broken = await attach(id, '{', 'application/json')
  expect([broken.status, broken.body.error.code]).toEqual([422, 'transcript_unreadable'])
  const imported = await givenRecording(app, projectId, {
    content_type: 'text/vtt',
    bytes: new TextEncoder().encode(zoom),
  })
  const silent = await attach(imported, zoom)
  expect([silent.status, silent.body.error.code]).toEqual([409, 'no_audio'])
})
