import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpokenSegment, Transcription } from '../../../../service/engine/engine.ts'
import { createExtractive } from '../../../../service/engine/extractive/extractive.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let transcribed: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcribed) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const say = (speaker: number, start: number, end: number, text: string): SpokenSegment => {
  const parts = text.split(' ')
  const each = (end - start) / parts.length
  const words = parts.map((part, at) => ({
    text: part,
    start: start + at * each,
    end: start + (at + 1) * each,
    confidence: 0.9,
  }))
  return { start, end, text, words, speaker }
}

async function talkOf(segments: SpokenSegment[], durationSeconds: number, language = 'en') {
  const count = Math.max(0, ...segments.map(({ speaker }) => speaker + 1))
  transcribed = {
    segments,
    speakers: Array.from({ length: count }, () => ({ voice: null, seconds: 1 })),
    language,
    languageProbability: null,
    translatedTo: null,
    echo: null,
    durationSeconds,
    modelUsed: 'scripted',
  }
  const id = await givenRecording(app, projectId)
  const { status, body } = await app.call('GET', `/v1/projects/${projectId}/content/${id}/talk`)
  expect(status).toBe(200)
  return body.data
}

test('shares, pace, turns, questions and pauses are those of the transcript', async () => {
  const talk = await talkOf(
    [
      say(0, 0, 6, 'This is a wonderful plan and I love how it works'),
      say(1, 6, 7, 'Right.'),
      say(0, 7, 10, 'Who writes the contract?'),
      say(1, 12, 18, 'No, I hate it, it is a terrible and awful idea'),
    ],
    20,
  )
  expect(talk).toMatchObject({
    transcript_version: 1,
    duration_seconds: 20,
    speech_seconds: 16,
    silence_seconds: 4,
    overlap_seconds: 0,
  })
  const [first, second] = talk.speakers
  expect(first).toMatchObject({
    speaker_id: 'speaker_1',
    speaker: 'Speaker 1',
    seconds: 9,
    share: 0.563,
    word_count: 15,
    words_per_minute: 100,
    turn_count: 1,
    question_count: 1,
    interruption_count: 0,
    longest_monologue: { start: 0, end: 10 },
    sentiment: { label: 'positive' },
  })
  expect(second).toMatchObject({
    seconds: 7,
    turn_count: 1,
    longest_monologue: { start: 12, end: 18 },
    sentiment: { label: 'negative' },
  })
})

test('questions are those that an analysis lists, not every question mark', async () => {
  const segments = [
    say(0, 0, 4, 'When does the new contract begin for the second office?'),
    say(1, 4, 6, 'In March, right?'),
    say(0, 6, 9, 'Could you send me the draft by Friday, please?'),
    say(1, 9, 11, 'Okay?'),
    say(1, 11, 14, 'Who else has to sign the draft?'),
  ]
  const talk = await talkOf(segments, 14)
  expect(talk.speakers.map((one: { question_count: number }) => one.question_count)).toEqual([1, 1])
  const schema = {
    type: 'object',
    properties: { questions: { type: 'array', items: { type: 'string' } } },
  } as const
  const spoken = segments.map((one, at) => ({ ...one, id: `seg_${at}`, speaker: `${one.speaker}` }))
  const request = { instructions: '', segments: spoken, language: 'en', schema }
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  const { result } = await createExtractive().write(request, options)
  expect(result).toEqual({ questions: [segments[0]?.text, segments[4]?.text] })
})

test('who begins while another speaks interrupts, unless it is a listener’s word', async () => {
  const talk = await talkOf(
    [
      say(0, 0, 10, 'I would like to tell you all about it'),
      say(1, 4, 4.8, 'Mm-hm.'),
      say(1, 8, 14, 'Let me stop you there for a moment'),
      say(0, 13.8, 20, 'As I was saying before you began to speak'),
    ],
    20,
  )
  expect(
    talk.speakers.map((one: { interruption_count: number }) => one.interruption_count),
  ).toEqual([0, 1])
  expect(talk).toMatchObject({ speech_seconds: 20, silence_seconds: 0, overlap_seconds: 3 })
  expect(talk.speakers[0].turn_count).toBe(2)
  expect(talk.speakers[1].longest_monologue).toMatchObject({ start: 8, end: 14 })
})

test('what was said on top of a line counts once, whether it has a line of its own or not', async () => {
  const first = say(0, 0, 10, 'I would like to tell you all about it')
  const second = say(1, 8, 14, 'Let me stop you there for a moment')
  const overlaps = [
    { start: 2, end: 3, speaker: 1 },
    { start: 8, end: 9.5, speaker: 1 },
  ]
  const talk = await talkOf([{ ...first, overlaps }, second], 20)
  expect(talk).toMatchObject({ speech_seconds: 14, overlap_seconds: 3 })
})

test('the timeline has every second of speech in its place', async () => {
  const talk = await talkOf(
    [say(0, 5, 25, 'one two three four'), say(1, 590, 1_205, 'five six seven')],
    1_210,
  )
  const { bucket_seconds: length, buckets } = talk.timeline
  expect([length, buckets.length]).toEqual([30, 41])
  expect(buckets[0]).toMatchObject({ start: 0, seconds: { speaker_1: 20, speaker_2: 0 } })
  expect(buckets[19]).toMatchObject({ start: 570, seconds: { speaker_2: 10 } })
  expect(buckets[40]).toMatchObject({ start: 1_200, seconds: { speaker_2: 5 } })
  const sum = (id: string) =>
    buckets.reduce(
      (total: number, { seconds }: { seconds: Record<string, number> }) =>
        total + (seconds[id] ?? 0),
      0,
    )
  expect([sum('speaker_1'), sum('speaker_2')]).toEqual([20, 615])
})

test('what a language does not allow is null, and silence has no speakers', async () => {
  const finnish = await talkOf([say(0, 0, 4, 'Hyvää huomenta kaikille')], 4, 'fi')
  expect(finnish).toMatchObject({ sentiment: null, speakers: [{ sentiment: null }] })
  const silent = await talkOf([], 30)
  expect(silent).toMatchObject({
    duration_seconds: 30,
    silence_seconds: 30,
    speech_seconds: 0,
    speakers: [],
    sentiment: null,
  })
})

test('a recording without a transcript says so', async () => {
  const answer = await app.call('GET', `/v1/projects/${projectId}/content/cont_missing/talk`)
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
})
