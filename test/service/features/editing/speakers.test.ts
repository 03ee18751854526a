import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { twoPeople } from '../../../support/voices.ts'

let app: TestApp
let projectId: string
let transcribed: Transcription
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => transcribed) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  transcribed = twoPeople()
})

type Segment = { id: string; speaker: string; speaker_id: string }

const call = (method: string, id: string, rest = '', body?: object) =>
  app.call(
    method,
    `/v1/projects/${projectId}/content/${id}/transcript${rest}`,
    body ? { body } : {},
  )
const read = async (id: string) => (await call('GET', id)).body.data
const rename = (id: string, speakerId: string, name: string | null) =>
  call('PATCH', id, `/speakers/${speakerId}`, { name })
const merge = (id: string, speakerId: string, into: string) =>
  call('POST', id, `/speakers/${speakerId}/merge`, { into })
const split = (id: string, speakerId: string, body: object) =>
  call('POST', id, `/speakers/${speakerId}/split`, body)
async function given() {
  const id = await givenRecording(app, projectId)
  const ids: string[] = (await read(id)).segments.map((one: Segment) => one.id)
  return { id, first: ids[0] ?? '', second: ids[1] ?? '', third: ids[2] ?? '' }
}
const shown = async (id: string) => (await read(id)).segments.map((one: Segment) => one.speaker)
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  body.error.code,
  body.error.details?.[0]?.field,
]

describe('naming a speaker', () => {
  test('shows the name in every segment, and takes it away again', async () => {
    const { id } = await given()
    const { status, body } = await rename(id, 'speaker_1', ' Mary ')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      version: 2,
      segments: [],
      speakers: [
        { id: 'speaker_1', label: 'Speaker 1', name: 'Mary', suggested_name: null, seconds: 4.8 },
        { id: 'speaker_2', label: 'Speaker 2', name: null, seconds: 2.8 },
      ],
    })
    expect(await shown(id)).toEqual(['Mary', 'Speaker 2', 'Mary'])
    await rename(id, 'speaker_1', null)
    expect(await shown(id)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1'])
    expect((await read(id)).version).toBe(2)
  })

  test('as somebody else is called is 409 speaker_name_taken', async () => {
    const { id } = await given()
    await rename(id, 'speaker_1', 'Mary')
    const taken = [409, 'speaker_name_taken', 'name']
    expect(refusal(await rename(id, 'speaker_2', 'mary'))).toEqual(taken)
    // The label will be shown again where the name is taken away.
    expect(refusal(await rename(id, 'speaker_2', 'Speaker 1'))).toEqual(taken)
    expect((await rename(id, 'speaker_1', 'MARY')).body.data.speakers[0].name).toBe('MARY')
    expect((await rename(id, 'speaker_2', 'speaker 2')).status).toBe(200)
  })

  test('is refused without a name, and for unknown speakers', async () => {
    const { id } = await given()
    expect((await rename(id, 'speaker_1', '   ')).status).toBe(400)
    expect((await rename(id, 'speaker_1', 'a'.repeat(101))).status).toBe(400)
    expect((await rename(id, 'speaker_9', 'Mary')).status).toBe(404)
    expect((await read(id)).version).toBe(1)
  })
})

describe('merging speakers', () => {
  test('gives all segments to the one who stays', async () => {
    const { id, second } = await given()
    const { status, body } = await merge(id, 'speaker_2', 'speaker_1')
    expect(status).toBe(200)
    expect(body.data.segments).toMatchObject([{ id: second, speaker_id: 'speaker_1' }])
    expect(body.data.speakers).toMatchObject([{ id: 'speaker_1', seconds: 7.6 }])
    expect(await shown(id)).toEqual(['Speaker 1', 'Speaker 1', 'Speaker 1'])
  })

  test('keeps the name of the one who stays, else that of the other', async () => {
    const { id } = await given()
    await rename(id, 'speaker_2', 'Mary')
    expect((await merge(id, 'speaker_2', 'speaker_1')).body.data.speakers).toMatchObject([
      { id: 'speaker_1', name: 'Mary' },
    ])
    const other = await given()
    await rename(other.id, 'speaker_1', 'Ann')
    await rename(other.id, 'speaker_2', 'Mary')
    expect((await merge(other.id, 'speaker_2', 'speaker_1')).body.data.speakers).toMatchObject([
      { id: 'speaker_1', name: 'Ann' },
    ])
  })

  test('takes two who are there', async () => {
    const { id } = await given()
    const unknown = [400, 'validation_error', 'into']
    expect(refusal(await merge(id, 'speaker_1', 'speaker_1'))).toEqual(unknown)
    expect(refusal(await merge(id, 'speaker_1', 'speaker_9'))).toEqual(unknown)
    expect((await merge(id, 'speaker_9', 'speaker_1')).status).toBe(404)
  })
})

describe('splitting a speaker', () => {
  test('gives some segments to a new one, with a name or without', async () => {
    const { id, third } = await given()
    const named = await split(id, 'speaker_1', { segment_ids: [third], name: 'Paul' })
    expect(named.body.data).toMatchObject({
      segments: [{ id: third, speaker_id: 'speaker_3', speaker: 'Paul' }],
      speakers: [{ id: 'speaker_1' }, { id: 'speaker_2' }, { id: 'speaker_3', name: 'Paul' }],
    })
    const other = await given()
    await split(other.id, 'speaker_1', { segment_ids: [other.first] })
    expect(await shown(other.id)).toEqual(['Speaker 3', 'Speaker 2', 'Speaker 1'])
  })

  test('gives the new one no label that somebody has for a name', async () => {
    const { id, third } = await given()
    await rename(id, 'speaker_2', 'speaker 3')
    await split(id, 'speaker_1', { segment_ids: [third] })
    expect(await shown(id)).toEqual(['Speaker 1', 'speaker 3', 'Speaker 4'])
  })

  test('leaves the speaker a segment, and takes those of this speaker only', async () => {
    const { id, first, second, third } = await given()
    const wrong = [400, 'validation_error', 'segment_ids']
    expect(refusal(await split(id, 'speaker_1', { segment_ids: [first, second] }))).toEqual(wrong)
    expect(refusal(await split(id, 'speaker_1', { segment_ids: [first, third] }))).toEqual(wrong)
    expect(refusal(await split(id, 'speaker_1', { segment_ids: [] }))[0]).toBe(400)
    await rename(id, 'speaker_2', 'Mary')
    const named = await split(id, 'speaker_1', { segment_ids: [first], name: 'MARY' })
    expect(refusal(named)).toEqual([409, 'speaker_name_taken', 'name'])
  })
})

describe('who speaks meanwhile', () => {
  /** The first two speak at once in each of their lines, and somebody without a line in the last. */
  const overlapping = () => {
    const { segments, ...rest } = twoPeople()
    const spans = [
      [{ start: 1, end: 2, speaker: 1 }],
      [{ start: 6, end: 7, speaker: 0 }],
      [
        { start: 10, end: 11, speaker: 1 },
        { start: 10, end: 11, speaker: 2 },
      ],
    ]
    return { ...rest, segments: segments.map((one, at) => ({ ...one, overlaps: spans[at] ?? [] })) }
  }
  beforeEach(() => {
    transcribed = overlapping()
  })
  const told = async (id: string) =>
    (await read(id)).segments.map(({ overlaps }: { overlaps: { speaker_id: string }[] }) =>
      overlaps.map((overlap) => overlap.speaker_id),
    )

  test('is told beside each line, with the time', async () => {
    const { id } = await given()
    expect((await read(id)).segments[0].overlaps).toEqual([
      { start: 1, end: 2, speaker_id: 'speaker_2' },
    ])
    expect(await told(id)).toEqual([['speaker_2'], ['speaker_1'], ['speaker_2']])
  })

  test('is nobody else once the two are one person', async () => {
    const { id, first, second, third } = await given()
    const { body } = await merge(id, 'speaker_2', 'speaker_1')
    expect(body.data.segments.map((one: Segment) => one.id)).toEqual([first, second, third])
    expect(await told(id)).toEqual([[], [], []])
  })

  test('goes with the nearest line that is given to somebody else', async () => {
    const { id, third } = await given()
    await split(id, 'speaker_1', { segment_ids: [third] })
    expect(await told(id)).toEqual([['speaker_2'], ['speaker_3'], ['speaker_2']])
    const other = await given()
    await split(other.id, 'speaker_1', { segment_ids: [other.first] })
    expect(await told(other.id)).toEqual([['speaker_2'], ['speaker_1'], ['speaker_2']])
  })

  test('changes places with the speaker where a line was the other’s', async () => {
    const { id, first, second } = await given()
    const edit = (segmentId: string, body: object) =>
      call('PATCH', id, `/segments/${segmentId}`, body)
    await edit(first, { speaker_id: 'speaker_2' })
    expect(await told(id)).toEqual([['speaker_1'], ['speaker_1'], ['speaker_2']])
    // Nobody said what was nearest to the overlap in the last line.
    await edit(second, { text: '' })
    expect(await told(id)).toEqual([['speaker_1'], []])
    expect(await shown(id)).toEqual(['Speaker 2', 'Speaker 1'])
  })

  test('stays with the part of a line in which it is', async () => {
    const { id, first } = await given()
    const { body } = await call('POST', id, `/segments/${first}/split`, { word_index: 3 })
    expect(body.error).toBeUndefined()
    const [before, after] = (await read(id)).segments
    expect(before.overlaps).toEqual([{ start: 1, end: before.end, speaker_id: 'speaker_2' }])
    expect(after.overlaps).toEqual([{ start: after.start, end: 2, speaker_id: 'speaker_2' }])
  })
})
