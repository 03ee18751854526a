import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcript } from '../../../../service/features/transcripts/transcript.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import {
  bracketed,
  labelled,
  markdown,
  meet,
  meetMarkdown,
  otter,
  otterJson,
  revJson,
  segmentLists,
  subrip,
  teams,
  teamsMarkdown,
  teamsText,
  timeOfDay,
  webex,
  webexText,
  youtube,
  zoom,
  zoomCaptions,
} from './files.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

type Sent = string | Uint8Array<ArrayBuffer>
const bytesOf = (text: Sent) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)

const add = (text: Sent, contentType = 'text/vtt', options = {}) =>
  givenRecording(app, projectId, {
    filename: 'call.vtt',
    content_type: contentType,
    bytes: bytesOf(text),
    ...options,
  })
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

/** Each segment as a line: who, when, what. */
const linesOf = ({ segments }: Pick<Transcript, 'segments'>) =>
  segments.map(({ speaker, start, end, text }) => `${speaker} ${start}-${end} ${text}`)

async function failureOf(text: Sent, contentType?: string): Promise<string> {
  const { status, error, transcript } = await read(await add(text, contentType))
  expect([status, transcript]).toEqual(['failed', null])
  return error.code
}

const summarySchema = { type: 'object', properties: { summary: { type: 'string' } } }

describe('an imported transcript', () => {
  test('is content without sound, complete as any other', async () => {
    const id = await add(zoom)
    const item = await read(id)
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
    const usage = async () =>
      (await app.call('GET', '/v1/org')).body.data.usage.transcription_minutes.used
    const before = await usage()
    const id = await add(zoom)
    const events = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute()
    const own = events.filter(({ data }) => data['content_id'] === id)
    expect(own.map(({ event }) => event)).toEqual([
      'content.created',
      'transcription.started',
      'transcription.completed',
    ])
    expect(own[2]?.data).toMatchObject({ duration_seconds: 14.5, word_count: 24 })
    expect(await usage()).toBe(before)
  })

  test('is found, asked, exported, analysed and counted', async () => {
    const id = await add(zoom)
    const found = await app.call('GET', '/v1/search/content?q=offer%20acme')
    expect(found.body.data.map((one: { id: string }) => one.id)).toContain(id)
    const srt = await app.call('GET', `${pathOf(id)}/transcript?format=srt`)
    expect(srt.body).toContain('Paul van Dyk: Yes. I will send')
    const talk = await app.call('GET', `${pathOf(id)}/talk`)
    expect(talk.status).toBe(200)
    const prompt = await app.call('POST', '/v1/prompts', {
      body: { name: 'Short', template: 'Sum up: {{transcript}}', output_schema: summarySchema },
    })
    const body = { prompt_id: prompt.body.data.id }
    expect((await app.call('POST', `${pathOf(id)}/analyze`, { body })).status).toBe(202)
    await app.idle()
    expect((await read(id)).analyses).toMatchObject([{ status: 'completed' }])
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
    const id = await add(zoom)
    for (const [method, path] of [
      ['GET', `${pathOf(id)}/waveform`],
      ['POST', `${pathOf(id)}/reprocess`],
    ] as const) {
      const { status, body } = await app.call(method, path)
      expect([status, body.error.code]).toEqual([409, 'no_audio'])
    }
  })
})

describe('what other programs write', () => {
  test('Teams: voices, references, comments and styles', async () => {
    const transcript = await transcriptOf(teams)
    expect(linesOf(transcript)).toEqual([
      'Doe, Jane 3.12-6.54 Hello & welcome.',
      'Paul Smith (Guest) 7-9.54 Is 5 < 6?',
      'Doe, Jane 7-9.54 It is.',
    ])
  })

  test('YouTube: rolling captions once, with the time of each word', async () => {
    const { segments, language } = await transcriptOf(youtube)
    expect(language).toBe('en')
    expect(segments).toMatchObject([
      { start: 0.16, end: 4.95, text: 'hello and welcome to the show' },
    ])
    expect(segments[0]?.words.map(({ start }) => start)).toEqual([
      0.16, 0.48, 0.64, 2.48, 2.96, 3.1,
    ])
  })

  test('SubRip: tags, an empty cue, a missing blank line, and cues out of order', async () => {
    expect(linesOf(await transcriptOf(subrip, 'application/x-subrip'))).toEqual([
      'Speaker 1 1-2.5 Where is the contract?',
      'Speaker 1 3-5 - It comes on Friday, we hope.',
      'Speaker 1 6-7.6 No time at all.',
    ])
  })

  test('Otter and Teams as text: names and times above the words', async () => {
    expect(linesOf(await transcriptOf(otter, 'text/plain'))).toEqual([
      'Jane Doe 12-14.8 Hello there. This is the weekly call.',
      'Paul Smith 3723-3725.8 Yes, and it is a short one.',
    ])
    expect(linesOf(await transcriptOf(teamsText, 'text/plain'))).toEqual([
      'Jane Doe 3-4.6 Who takes the minutes?',
      'Paul Smith 6-6.8 I will.',
    ])
  })

  test('names before words: times are estimated, and the transcript says so', async () => {
    const transcript = await transcriptOf(labelled, 'text/plain')
    expect(transcript.has_estimated_times).toBe(true)
    expect(linesOf(transcript)).toEqual([
      'Jane 0-0.8 Good morning.',
      'Paul 0.8-4.8 Good morning: how are you? And how is the dog?',
      'Jane 4.8-6 Fine at 10:30.',
    ])
  })

  test('times in brackets', async () => {
    const transcript = await transcriptOf(bracketed, 'text/plain; charset=utf-8')
    expect(transcript.has_estimated_times).toBe(false)
    expect(linesOf(transcript)).toEqual([
      'Jane 12-12.8 Hello there.',
      'Paul 15-16.2 Hello at 10:30.',
      'Paul 20-21.2 And another thing.',
    ])
  })

  test('Markdown, with the language of its front matter', async () => {
    const transcript = await transcriptOf(markdown, 'text/markdown')
    expect(transcript.language).toBe('de')
    expect(linesOf(transcript)).toEqual([
      'Sprecher 1 1-2.2 Guten Tag, zusammen.',
      'Anna 5-5.4 Hallo!',
    ])
    expect(transcript.speakers).toMatchObject([{ name: null }, { name: 'Anna' }])
  })

  test('Otter as JSON', async () => {
    expect(linesOf(await transcriptOf(otterJson, 'application/json'))).toEqual([
      'Jane Doe 1-3 Hello there.',
      'Speaker 2 5-10 Who is this?',
    ])
  })

  test('captions that Zoom saved: any name in brackets, times of day past midnight', async () => {
    expect(linesOf(await transcriptOf(zoomCaptions, 'text/plain'))).toEqual([
      'jane 0-1.2 Shall we begin?',
      'Paul Smith 12-12.4 Please.',
    ])
  })

  test('Teams as Markdown: pictures, escapes and words behind the time', async () => {
    expect(linesOf(await transcriptOf(teamsMarkdown, 'text/markdown'))).toEqual([
      'Jane Doe 3-4.6 Who takes the minutes?',
      "paul 6-7.2 I'll do it.",
      'Doe, Ann 9-9.4 Thanks.',
    ])
  })

  test.each([
    ['text', meet, 'text/plain'],
    ['Markdown', meetMarkdown, 'text/markdown'],
  ])(
    'Google Meet as %s: its times, and nothing of what surrounds the words',
    async (_, text, type) => {
      expect(linesOf(await transcriptOf(text, type))).toEqual([
        'Jane Doe 0-1.6 Who takes the minutes?',
        'Paul Smith 1.6-2.4 I will.',
        'Jane Doe 300-301.6 Then we are done.',
      ])
    },
  )

  test('Webex: names beside the numbers of cues, or between colons', async () => {
    expect(linesOf(await transcriptOf(webex))).toEqual([
      'Speaker 1 0-2 Okay.',
      'Jane Doe (she/her) 2-3 Who takes the minutes?',
      'Paul Smith 4-5 I will.',
    ])
    expect(linesOf(await transcriptOf(webexText, 'text/plain'))).toEqual([
      'Jane Doe 2-3.6 Who takes the minutes?',
      'Paul Smith 4-4.8 I will.',
    ])
  })

  test('captions that begin at the time of day', async () => {
    expect(linesOf(await transcriptOf(timeOfDay, 'application/x-subrip'))).toEqual([
      'Jane 0-2.254 Good evening.',
      'Paul 3.819-4.819 Hello.',
    ])
  })

  test('Rev as JSON', async () => {
    expect(linesOf(await transcriptOf(revJson, 'application/json'))).toEqual([
      'Speaker 0 0.5-1.5 Hello, there.',
      'Speaker 1 2-2.5 Yes?',
    ])
  })

  test.each([
    ['whisperCpp', 'de', 'Speaker 1 0.5-2 Guten Tag.'],
    ['fireflies', 'en', 'Jane Doe 1-2 Hello.'],
    ['contactLens', 'en', 'AGENT 0.5-2 Hi.'],
    ['captions', 'en', 'Speaker 1 0.1-0.3 Hello'],
  ] as const)('lists of segments as JSON: %s', async (name, language, line) => {
    const transcript = await transcriptOf(segmentLists[name], 'application/json')
    expect([transcript.language, ...linesOf(transcript)]).toEqual([language, line])
  })

  const ownFormats = ['json', 'vtt', 'srt', 'txt', 'md']
  test.each(ownFormats.slice(0, perChange(2, 5)))('our own export as %s', async (format) => {
    const before = await read(await add(teams))
    const path = `${pathOf(before.id)}/transcript?format=${format}`
    const { body, headers } = await app.call('GET', path)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const after = await transcriptOf(text, headers.get('content-type') ?? '')
    const said = ({ segments }: Transcript) =>
      segments.map(({ speaker, text: words }) => [speaker, words])
    expect(said(after)).toEqual(said(before.transcript))
  })
})

describe('text that is not clean', () => {
  const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

  test('writing directions, control characters and markup are removed', async () => {
    const text = cue(
      '<v A\u202En\u2066n>abc\u202Edef\u0007 <script>alert(1)</script> &lt;b&gt; &#65;\u200B',
    )
    const { segments, speakers } = await transcriptOf(text)
    expect(segments.map((segment) => segment.text)).toEqual(['abcdef alert(1) <b> A\u200B'])
    expect(speakers[0]?.name).toBe('Ann')
  })

  test.each([
    ['UTF-16, little endian', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('José: hällo.\nAnn: hi.', 'latin1')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.')],
  ])('%s is decoded', async (_name, bytes) => {
    const transcript = await transcriptOf(new Uint8Array(bytes), 'text/plain')
    expect(linesOf(transcript)).toEqual(['José 0-0.4 hällo.', 'Ann 0.4-0.8 hi.'])
  })

  test('more than 99 hours, commas and no milliseconds are times', async () => {
    const text =
      'WEBVTT\n\n100:00:01,5 --> 100:00:02\n<v Ann>late\n\n0:0:3 --> 0:0:4\n<v Ann>early\n'
    expect(linesOf(await transcriptOf(text))).toEqual(['Ann 3-4 early', 'Ann 360001.5-360002 late'])
  })

  test('a name is cut at 100 characters', async () => {
    const { speakers } = await transcriptOf(cue(`<v ${'N'.repeat(400)}>words`))
    expect(speakers[0]?.name).toBe('N'.repeat(100))
  })

  test('a paragraph longer than 30 seconds becomes several segments', async () => {
    const text = `Ann: ${'This is a sentence of seven words. '.repeat(20)}`
    const { segments } = await transcriptOf(text, 'text/plain')
    expect(segments.length).toBeGreaterThan(1)
    expect(Math.max(...segments.map(({ start, end }) => end - start))).toBeLessThanOrEqual(30)
    expect(segments.map((segment) => segment.text).join(' ')).toBe(text.slice(5).trim())
  })

  test.each([
    ['NUL bytes', 'Ann: a\0b', 'text/plain', 'transcript_unreadable'],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      'text/vtt',
      'transcript_unreadable',
    ],
    ['broken JSON', '{"segments":', 'application/json', 'transcript_unreadable'],
    ['other JSON', '{"name":"earshot"}', 'application/json', 'transcript_unreadable'],
    ['deep JSON', '['.repeat(100_000), 'application/json', 'transcript_unreadable'],
    ['no cue', 'WEBVTT\n\nNOTE nothing here\n', 'text/vtt', 'transcript_empty'],
    ['prose', 'This is a letter.\nIt has two lines.\n', 'text/plain', 'transcript_empty'],
    ['too many words', `Ann: ${'word '.repeat(200_001)}`, 'text/plain', 'transcript_too_long'],
    ['too many segments', 'Ann: yes\n'.repeat(50_001), 'text/plain', 'transcript_too_long'],
  ])('%s: refused by name', async (_name, text, type, code) => {
    expect(await failureOf(text, type)).toBe(code)
  })

  test('more than 10 MB are refused with the announcement', async () => {
    const body = { filename: 'a.vtt', content_type: 'text/vtt', size_bytes: 10_000_001 }
    const answer = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, { body })
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
  })
})
