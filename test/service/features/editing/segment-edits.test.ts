import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spokenBy } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { twoPeople } from '../../../support/voices.ts'

let app: TestApp
let projectId: string
let transcribed: Transcription
let whileTranscribing: () => Promise<void>
beforeAll(async () => {
  const transcribe = async () => {
    await whileTranscribing()
    return transcribed
  }
  app = await startTestApp({ transcriber: scriptedTranscriber(transcribe) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  transcribed = twoPeople()
  whileTranscribing = async () => {}
})

type Word = { text: string; start: number; end: number; confidence: number }
type Segment = { id: string; text: string; speaker: string; speaker_id: string; words: Word[] }

const call = (method: string, id: string, rest = '', body?: object) =>
  app.call(
    method,
    `/v1/projects/${projectId}/content/${id}/transcript${rest}`,
    body ? { body } : {},
  )
const read = async (id: string) => (await call('GET', id)).body.data
const edit = (id: string, segmentId: string, body: object) =>
  call('PATCH', id, `/segments/${segmentId}`, body)
async function given() {
  const id = await givenRecording(app, projectId)
  const transcript = await read(id)
  const ids: string[] = transcript.segments.map((one: Segment) => one.id)
  return { id, transcript, ids, first: ids[0] ?? '', second: ids[1] ?? '', third: ids[2] ?? '' }
}
const textsOf = (transcript: { segments: Segment[] }) => transcript.segments.map(({ text }) => text)
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  body.error.code,
  body.error.details?.[0]?.field,
]

describe('correcting the text of a segment', () => {
  test('keeps the times of unchanged words and of the segment, and answers what changed', async () => {
    const { id, transcript, first } = await given()
    const [segment] = transcript.segments
    const text = 'We will mail the signed contract on Friday.'
    const { status, body } = await edit(id, first, { text: `  ${text.replace(' ', '\n ')} ` })
    expect(status).toBe(200)
    const word = (said: string) => segment.words.find((one: Word) => one.text === said)
    expect(body.data).toMatchObject({
      content_id: id,
      version: 2,
      origin: 'edited',
      based_on: 1,
      edited_by: expect.stringMatching(/^mem_/),
      word_count: transcript.word_count + 1,
      removed_segment_ids: [],
      segments: [{ id: first, start: segment.start, end: segment.end, text, speaker: 'Speaker 1' }],
    })
    const { words } = body.data.segments[0]
    expect(words.map((one: Word) => one.text)).toEqual(text.split(' '))
    expect(words[0]).toEqual(word('We'))
    expect(words[7]).toEqual(word('Friday.'))
    expect(words[2]).toMatchObject({ start: word('send').start, end: word('send').end })
    expect(words[2]).toMatchObject({ text: 'mail', confidence: 1, is_uncertain: false })
  })

  test('is in the transcript, in the detail and in the search, in place of what was there', async () => {
    transcribed = spokenBy([[0, 'The zeppelins land at noon.']])
    const { id, first } = await given()
    await edit(id, first, { text: 'The hovercraft lands at noon.' })
    const expected = { text: 'The hovercraft lands at noon.', version: 2, word_count: 5 }
    expect(await read(id)).toMatchObject(expected)
    const detail = await app.call('GET', `/v1/projects/${projectId}/content/${id}`)
    expect(detail.body.data.transcript).toMatchObject(expected)
    const find = async (word: string) =>
      (await app.call('GET', `/v1/search/content?q=${word}`)).body.data.length
    expect([await find('hovercraft'), await find('zeppelins')]).toEqual([1, 0])
  })

  test('that changes nothing makes no version', async () => {
    const { id, transcript, first } = await given()
    const same = { text: transcript.segments[0].text, speaker: 'SPEAKER 1' }
    expect((await edit(id, first, same)).body.data).toMatchObject({ version: 1, segments: [] })
    expect(await read(id)).toEqual(transcript)
  })

  test('to nothing removes it, and its speaker where that was all', async () => {
    const { id, transcript, second } = await given()
    const { body } = await edit(id, second, { text: ' ' })
    expect(body.data).toMatchObject({ segments: [], removed_segment_ids: [second] })
    const after = await read(id)
    expect(textsOf(after)).toEqual([textsOf(transcript)[0], textsOf(transcript)[2]])
    expect(after.speakers).toMatchObject([{ id: 'speaker_1' }])
    expect(after.word_count).toBe(12)
    expect((await call('GET', id, '?version=1')).body.data.segments).toHaveLength(3)
  })

  test('of all segments leaves an empty transcript', async () => {
    const { id, ids } = await given()
    for (const segmentId of ids) await edit(id, segmentId, { text: '' })
    expect(await read(id)).toMatchObject({ text: '', word_count: 0, segments: [], speakers: [] })
  })

  test('in a language without blanks joins segments without them', async () => {
    transcribed = {
      ...spokenBy([
        [0, '今日は'],
        [0, '会議。'],
      ]),
      language: 'ja',
    }
    const { id, second } = await given()
    await edit(id, second, { text: '打合せ。' })
    expect((await read(id)).text).toBe('今日は打合せ。')
  })

  test('is refused where it is too long or cannot be stored, and for unknown segments', async () => {
    const { id, first } = await given()
    expect(refusal(await edit(id, first, { text: 'a'.repeat(10_001) }))).toEqual([
      400,
      'validation_error',
      'text',
    ])
    expect((await edit(id, first, { text: 'a\u0000b' })).status).toBe(400)
    expect((await edit(id, first, {})).status).toBe(400)
    expect((await edit(id, 'seg_none', { text: 'a' })).status).toBe(404)
    expect((await edit('cont_none', first, { text: 'a' })).status).toBe(404)
    expect((await read(id)).version).toBe(1)
  })

  test('is 409 content_processing while the recording is transcribed', async () => {
    const { id, first } = await given()
    let during: Awaited<ReturnType<typeof call>>[] = []
    whileTranscribing = async () => {
      during = [
        await edit(id, first, { text: 'Too early.' }),
        await call('PATCH', id, '/speakers/speaker_1', { name: 'Mary' }),
        await call('POST', id, '/versions/1/restore'),
      ]
    }
    await app.call('POST', `/v1/projects/${projectId}/content/${id}/reprocess`)
    await app.idle()
    expect(during.map(({ body }) => body.error.code)).toEqual(Array(3).fill('content_processing'))
    expect(await read(id)).toMatchObject({ version: 2, origin: 'machine' })
  })
})

describe('changing the speaker of a segment', () => {
  test('to another of the list, by id or by name', async () => {
    const { id, second, third } = await given()
    const { body } = await edit(id, third, { speaker_id: 'speaker_2' })
    expect(body.data.segments).toMatchObject([{ id: third, speaker: 'Speaker 2' }])
    expect(body.data.speakers).toMatchObject([
      { id: 'speaker_1', seconds: 2.8 },
      { id: 'speaker_2', seconds: 4.8 },
    ])
    const back = await edit(id, second, { speaker: ' speaker 1 ' })
    expect(back.body.data.segments).toMatchObject([{ speaker_id: 'speaker_1' }])
  })

  test('to a new one makes a speaker, whose id is none that there ever was', async () => {
    const { id, second, third } = await given()
    const added = (await edit(id, second, { speaker: 'Mary' })).body.data
    expect(added.speakers).toMatchObject([
      { id: 'speaker_1', name: null },
      { id: 'speaker_3', label: 'Speaker 3', name: 'Mary' },
    ])
    await edit(id, second, { speaker_id: 'speaker_1' })
    const again = (await edit(id, third, { speaker: 'Paul', text: 'Fine.' })).body.data
    expect(again.speakers).toMatchObject([{ id: 'speaker_1' }, { id: 'speaker_4', name: 'Paul' }])
    expect(again.segments).toMatchObject([{ text: 'Fine.', speaker: 'Paul' }])
  })

  test('is refused for unknown ids, empty names, and both at once', async () => {
    const { id, first } = await given()
    expect(refusal(await edit(id, first, { speaker_id: 'speaker_9' }))).toEqual([
      400,
      'validation_error',
      'speaker_id',
    ])
    const both = { speaker_id: 'speaker_1', speaker: 'Mary' }
    expect(refusal(await edit(id, first, both))[0]).toBe(400)
    expect((await edit(id, first, { speaker: '  ' })).status).toBe(400)
  })
})

describe('splitting a segment', () => {
  test('at a word makes two of it, in order, with all words', async () => {
    const { id, transcript, first } = await given()
    const [segment] = transcript.segments
    const body = { word_index: 3, speaker_id: 'speaker_2' }
    const { data } = (await call('POST', id, `/segments/${first}/split`, body)).body
    expect(data.segments).toMatchObject([
      { id: first, text: 'We will send', speaker_id: 'speaker_1', start: 0, end: 1.2 },
      { text: 'the contract on Friday.', speaker_id: 'speaker_2', start: 1.2, end: segment.end },
    ])
    const after = await read(id)
    expect(after.segments.map((one: Segment) => one.id)).toEqual([
      first,
      data.segments[1].id,
      ...transcript.segments.slice(1).map((one: Segment) => one.id),
    ])
    expect(after).toMatchObject({ text: transcript.text, word_count: transcript.word_count })
    expect(after.segments.slice(0, 2).flatMap((one: Segment) => one.words)).toEqual(segment.words)
  })

  test('needs a word that is there and is not the first', async () => {
    const { id, first } = await given()
    const split = (word_index: number) =>
      call('POST', id, `/segments/${first}/split`, { word_index })
    expect((await split(0)).status).toBe(400)
    expect(refusal(await split(7))).toEqual([400, 'validation_error', 'word_index'])
  })
})

test('twenty edits at once of different segments all stay', async () => {
  transcribed = spokenBy(
    Array.from({ length: 20 }, (_, turn) => [0, `This is turn ${turn}.`] as const),
  )
  const { id, ids } = await given()
  const answers = await Promise.all(
    ids.map((segmentId, turn) => edit(id, segmentId, { text: `Corrected ${turn}.` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const after = await read(id)
  expect(textsOf(after)).toEqual(ids.map((_, turn) => `Corrected ${turn}.`))
  expect(after).toMatchObject({ version: 2, word_count: 40 })
  expect(after.text).toBe(textsOf(after).join(' '))
})
