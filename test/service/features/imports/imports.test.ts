import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcript } from '../../../../service/features/transcripts/transcript.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import { bytesOf, linesOf, markdown, otterJson, zoom, type Sent } from './files.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
let projectId: string
/** An import that is only looked at, and the minutes that were used before it. */
let zoomId: string
let usedBefore: number
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
  usedBefore = await usedMinutes()
  zoomId = await add(zoom)
})
afterAll(() => app.stop())

const add = (text: Sent, contentType = 'text/vtt', options = {}) =>
  givenRecording(app, projectId, {
    filename: 'call.vtt',
    content_type: contentType,
    bytes: bytesOf(text),
    ...options,
  })
const usedMinutes = async () =>
  (await app.call('GET', '/v1/org')).body.data.usage.transcription_minutes.used
const pathOf = (id: string) => `/v1/projects/${projectId}/content/${id}`
const read = async (id: string) => (await app.call('GET', pathOf(id))).body.data

async function transcriptOf(
  text: Sent,
  contentType?: string,
  options?: object,
): Promise<Transcript> {
  const { status, error, transcript } = await read(await add(text, contentType, options))
  expect({ status, error }).toEqual({ status: 'completed', error: null })
  return transcript
}

const windows = Buffer.from('José: hällo.\nAnn: hi.', 'latin1')

const summarySchema = { type: 'object', properties: { summary: { type: 'string' } } }

describe('an imported transcript', () => {
  test('is content without sound, complete as any other', async () => {
    const item = await read(zoomId)
    expect(item).toMatchObject({
      source: 'import',
      status: 'completed',
      content_type: 'text/vtt',
      duration_seconds: 14.5,
      has_transcript: true,
      media: null,
      error: null,
    })
    expect(item.transcript).toMatchObject({
      version: 1,
      origin: 'imported',
      model_used: 'import',
      language: 'en',
      has_estimated_times: false,
      word_count: 24,
    })
    expect(linesOf(item.transcript)).toEqual([
      'Jane Doe 2.13-5.42 Good morning, everybody. Shall we begin?',
      'Paul van Dyk 5.9-11 Yes. I will send the offer to Acme by Friday.',
      'Jane Doe 12-14.5 We decided to keep the price: ten euros.',
    ])
    const [first] = item.transcript.segments
    expect(first.words.map(({ text }: { text: string }) => text)).toEqual(first.text.split(' '))
    expect([first.words[0].start, first.words.at(-1).end]).toEqual([2.13, 5.42])
    expect(item.transcript.speakers).toMatchObject([
      { id: 'speaker_1', name: 'Jane Doe' },
      { id: 'speaker_2', name: 'Paul van Dyk' },
    ])
  })

  test('sends the events of a transcription, and takes no minutes', async () => {
    const events = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute()
    const own = events.filter(({ data }) => data['content_id'] === zoomId)
    expect(own.map(({ event }) => event)).toEqual([
      'content.created',
      'transcription.started',
      'transcription.completed',
    ])
    expect(own[2]?.data).toMatchObject({ duration_seconds: 14.5, word_count: 24 })
    expect(await usedMinutes()).toBe(usedBefore)
  })

  test('is found, asked, exported, analysed and counted', async () => {
    const found = await app.call('GET', '/v1/search/content?q=offer%20acme')
    expect(found.body.data.map((one: { id: string }) => one.id)).toContain(zoomId)
    const srt = await app.call('GET', `${pathOf(zoomId)}/transcript?format=srt`)
    expect(srt.body).toContain('Paul van Dyk: Yes. I will send')
    const talk = await app.call('GET', `${pathOf(zoomId)}/talk`)
    expect(talk.status).toBe(200)
    const prompt = await app.call('POST', '/v1/prompts', {
      body: { name: 'Short', template: 'Sum up: {{transcript}}', output_schema: summarySchema },
    })
    const body = { prompt_id: prompt.body.data.id }
    expect((await app.call('POST', `${pathOf(zoomId)}/analyze`, { body })).status).toBe(202)
    await app.idle()
    expect((await read(zoomId)).analyses).toMatchObject([{ status: 'completed' }])
  })

  test('can be corrected, and the file’s version restored', async () => {
    const id = await add(zoom)
    const { transcript } = await read(id)
    const segment = `${pathOf(id)}/transcript/segments/${transcript.segments[0].id}`
    const edit = await app.call('PATCH', segment, { body: { text: 'Good evening.' } })
    expect(edit.body.data).toMatchObject({ version: 2, origin: 'edited', based_on: 1 })
    const restored = await app.call('POST', `${pathOf(id)}/transcript/versions/1/restore`)
    expect(restored.body.data).toMatchObject({ version: 3, origin: 'restored' })
  })

  test('that failed is read again when asked', async () => {
    const id = await add('This is a letter.\n', 'text/plain')
    const { status, body } = await app.call('POST', `${pathOf(id)}/reprocess`)
    expect([status, body.data.status, body.data.error]).toEqual([202, 'processing', null])
    await app.idle()
    expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'transcript_empty' } })
    // The file that is there now stands for a program that has learned to read it.
    await writeFile(recordingFile(app.deps, id), 'Ann: A letter.   \n')
    await app.deps.db.sql
      .updateTable('content')
      .set({ sha256: null })
      .where('id', '=', id)
      .execute()
    await app.call('POST', `${pathOf(id)}/reprocess`)
    await app.idle()
    expect(linesOf((await read(id)).transcript)).toEqual(['Ann 0-0.8 A letter.'])
  })

  test('has nothing to play, to draw or to transcribe', async () => {
    for (const [method, path] of [
      ['GET', `${pathOf(zoomId)}/waveform`],
      ['POST', `${pathOf(zoomId)}/reprocess`],
    ] as const) {
      const { status, body } = await app.call(method, path)
      expect([status, body.error.code]).toEqual([409, 'no_audio'])
    }
  })
})

describe('through the door', () => {
  test.each([
    ['text in Windows-1252', windows, 'text/plain', 'José 0-0.4 hällo.'],
    ['Markdown', markdown, 'text/markdown; charset=utf-8', 'Sprecher 1 1-2.2 Guten Tag, zusammen.'],
    ['JSON', otterJson, 'application/json', 'Jane Doe 1-3 Hello there.'],
  ])('%s is read as its type says', async (_name, text, type, line) => {
    expect(linesOf(await transcriptOf(text, type))[0]).toBe(line)
  })

  test.each([['broken JSON', '{"segments":', 'application/json', 'transcript_unreadable']])(
    '%s: refused by name',
    async (_name, text, type, code) => {
      const { status, error, transcript } = await read(await add(text, type))
      expect([status, transcript, error.code]).toEqual(['failed', null, code])
    },
  )

  const ownFormats = ['vtt', 'json', 'srt', 'txt', 'md']
  test.each(ownFormats.slice(0, perChange(1, 5)))('our own export as %s', async (format) => {
    const before = await read(zoomId)
    const path = `${pathOf(before.id)}/transcript?format=${format}`
    const { body, headers } = await app.call('GET', path)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const after = await transcriptOf(text, headers.get('content-type') ?? '')
    const said = ({ segments }: Transcript) =>
      segments.map(({ speaker, text: words }) => [speaker, words])
    expect(said(after)).toEqual(said(before.transcript))
  })

  test('more than 10 MB are refused with the announcement', async () => {
    const body = { filename: 'a.vtt', content_type: 'text/vtt', size_bytes: 10_000_001 }
    const answer = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, { body })
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
  })
})
