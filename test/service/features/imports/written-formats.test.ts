import { describe, expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import { parseTranscript } from '../../../../service/engine/transcript-import/parse-transcript.ts'
import { transcriptFormatOf } from '../../../../service/features/imports/formats.ts'
import { toImportedTranscript } from '../../../../service/features/imports/to-transcript.ts'
import {
  bracketed,
  bytesOf,
  labelled,
  linesOf,
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
  zoomCaptions,
  type Sent,
} from './files.ts'

// What a file becomes, without a service: imports.test.ts sends files through the door.

function transcriptOf(text: Sent, contentType = 'text/vtt') {
  const read = parseTranscript(bytesOf(text), transcriptFormatOf(contentType) ?? 'text')
  const { segments, speakers } = toImportedTranscript(read, read.language)
  const nameOf = new Map(speakers.map(({ id, name, label }) => [id, name ?? label]))
  return {
    language: read.language,
    has_estimated_times: read.hasEstimatedTimes,
    speakers,
    segments: segments.map((segment) => ({
      ...segment,
      speaker: nameOf.get(segment.speaker_id) ?? '',
    })),
  }
}

function failureOf(text: Sent, contentType: string): string {
  try {
    transcriptOf(text, contentType)
  } catch (error) {
    if (error instanceof JobError) return error.code
    throw error
  }
  return 'none'
}

describe('what other programs write', () => {
  test('Teams: voices, references, comments and styles', () => {
    const transcript = transcriptOf(teams)
    expect(linesOf(transcript)).toEqual([
      'Doe, Jane 3.12-6.54 Hello & welcome.',
      'Paul Smith (Guest) 7-9.54 Is 5 < 6?',
      'Doe, Jane 7-9.54 It is.',
    ])
  })

  test('YouTube: rolling captions once, with the time of each word', () => {
    const { segments, language } = transcriptOf(youtube)
    expect(language).toBe('en')
    expect(segments).toMatchObject([
      { start: 0.16, end: 4.95, text: 'hello and welcome to the show' },
    ])
    expect(segments[0]?.words.map(({ start }) => start)).toEqual([
      0.16, 0.48, 0.64, 2.48, 2.96, 3.1,
    ])
  })

  test('SubRip: tags, an empty cue, a missing blank line, and cues out of order', () => {
    expect(linesOf(transcriptOf(subrip, 'application/x-subrip'))).toEqual([
      'Speaker 1 1-2.5 Where is the contract?',
      'Speaker 1 3-5 - It comes on Friday, we hope.',
      'Speaker 1 6-7.6 No time at all.',
    ])
  })

  test('Otter and Teams as text: names and times above the words', () => {
    expect(linesOf(transcriptOf(otter, 'text/plain'))).toEqual([
      'Jane Doe 12-14.8 Hello there. This is the weekly call.',
      'Paul Smith 3723-3725.8 Yes, and it is a short one.',
    ])
    expect(linesOf(transcriptOf(teamsText, 'text/plain'))).toEqual([
      'Jane Doe 3-4.6 Who takes the minutes?',
      'Paul Smith 6-6.8 I will.',
    ])
  })

  test('names before words: times are estimated, and the transcript says so', () => {
    const transcript = transcriptOf(labelled, 'text/plain')
    expect(transcript.has_estimated_times).toBe(true)
    expect(linesOf(transcript)).toEqual([
      'Jane 0-0.8 Good morning.',
      'Paul 0.8-4.8 Good morning: how are you? And how is the dog?',
      'Jane 4.8-6 Fine at 10:30.',
    ])
  })

  test('times in brackets', () => {
    const transcript = transcriptOf(bracketed, 'text/plain; charset=utf-8')
    expect(transcript.has_estimated_times).toBe(false)
    expect(linesOf(transcript)).toEqual([
      'Jane 12-12.8 Hello there.',
      'Paul 15-16.2 Hello at 10:30.',
      'Paul 20-21.2 And another thing.',
    ])
  })

  test('Markdown, with the language of its front matter', () => {
    const transcript = transcriptOf(markdown, 'text/markdown')
    expect(transcript.language).toBe('de')
    expect(linesOf(transcript)).toEqual([
      'Sprecher 1 1-2.2 Guten Tag, zusammen.',
      'Anna 5-5.4 Hallo!',
    ])
    expect(transcript.speakers).toMatchObject([{ name: null }, { name: 'Anna' }])
  })

  test('Otter as JSON', () => {
    expect(linesOf(transcriptOf(otterJson, 'application/json'))).toEqual([
      'Jane Doe 1-3 Hello there.',
      'Speaker 2 5-10 Who is this?',
    ])
  })

  test('captions that Zoom saved: any name in brackets, times of day past midnight', () => {
    expect(linesOf(transcriptOf(zoomCaptions, 'text/plain'))).toEqual([
      'jane 0-1.2 Shall we begin?',
      'Paul Smith 12-12.4 Please.',
    ])
  })

  test('Teams as Markdown: pictures, escapes and words behind the time', () => {
    expect(linesOf(transcriptOf(teamsMarkdown, 'text/markdown'))).toEqual([
      'Jane Doe 3-4.6 Who takes the minutes?',
      "paul 6-7.2 I'll do it.",
      'Doe, Ann 9-9.4 Thanks.',
    ])
  })

  test.each([
    ['text', meet, 'text/plain'],
    ['Markdown', meetMarkdown, 'text/markdown'],
  ])('Google Meet as %s: its times, and nothing of what surrounds the words', (_, text, type) => {
    expect(linesOf(transcriptOf(text, type))).toEqual([
      'Jane Doe 0-1.6 Who takes the minutes?',
      'Paul Smith 1.6-2.4 I will.',
      'Jane Doe 300-301.6 Then we are done.',
    ])
  })

  test('Webex: names beside the numbers of cues, or between colons', () => {
    expect(linesOf(transcriptOf(webex))).toEqual([
      'Speaker 1 0-2 Okay.',
      'Jane Doe (she/her) 2-3 Who takes the minutes?',
      'Paul Smith 4-5 I will.',
    ])
    expect(linesOf(transcriptOf(webexText, 'text/plain'))).toEqual([
      'Jane Doe 2-3.6 Who takes the minutes?',
      'Paul Smith 4-4.8 I will.',
    ])
  })

  test('captions that begin at the time of day', () => {
    expect(linesOf(transcriptOf(timeOfDay, 'application/x-subrip'))).toEqual([
      'Jane 0-2.254 Good evening.',
      'Paul 3.819-4.819 Hello.',
    ])
  })

  test('Rev as JSON', () => {
    expect(linesOf(transcriptOf(revJson, 'application/json'))).toEqual([
      'Speaker 0 0.5-1.5 Hello, there.',
      'Speaker 1 2-2.5 Yes?',
    ])
  })

  test.each([
    ['whisperCpp', 'de', 'Speaker 1 0.5-2 Guten Tag.'],
    ['fireflies', 'en', 'Jane Doe 1-2 Hello.'],
    ['contactLens', 'en', 'AGENT 0.5-2 Hi.'],
    ['captions', 'en', 'Speaker 1 0.1-0.3 Hello'],
  ] as const)('lists of segments as JSON: %s', (name, language, line) => {
    const transcript = transcriptOf(segmentLists[name], 'application/json')
    expect([transcript.language, ...linesOf(transcript)]).toEqual([language, line])
  })
})

describe('text that is not clean', () => {
  const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

  test('writing directions, control characters and markup are removed', () => {
    const text = cue(
      '<v A\u202En\u2066n>abc\u202Edef\u0007 <script>alert(1)</script> &lt;b&gt; &#65;\u200B',
    )
    const { segments, speakers } = transcriptOf(text)
    expect(segments.map((segment) => segment.text)).toEqual(['abcdef alert(1) <b> A\u200B'])
    expect(speakers[0]?.name).toBe('Ann')
  })

  test.each([
    ['UTF-16, little endian', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('José: hällo.\nAnn: hi.', 'latin1')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFJosé: hällo.\nAnn: hi.')],
  ])('%s is decoded', (_name, bytes) => {
    const transcript = transcriptOf(new Uint8Array(bytes), 'text/plain')
    expect(linesOf(transcript)).toEqual(['José 0-0.4 hällo.', 'Ann 0.4-0.8 hi.'])
  })

  test('more than 99 hours, commas and no milliseconds are times', () => {
    const text =
      'WEBVTT\n\n100:00:01,5 --> 100:00:02\n<v Ann>late\n\n0:0:3 --> 0:0:4\n<v Ann>early\n'
    expect(linesOf(transcriptOf(text))).toEqual(['Ann 3-4 early', 'Ann 360001.5-360002 late'])
  })

  test('a name is cut at 100 characters', () => {
    const { speakers } = transcriptOf(cue(`<v ${'N'.repeat(400)}>words`))
    expect(speakers[0]?.name).toBe('N'.repeat(100))
  })

  test('a paragraph longer than 30 seconds becomes several segments', () => {
    const text = `Ann: ${'This is a sentence of seven words. '.repeat(20)}`
    const { segments } = transcriptOf(text, 'text/plain')
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
    ['too many characters', `Ann: ${'&'.repeat(3_000_001)}`, 'text/plain', 'transcript_too_long'],
    ['too many segments', 'Ann: yes\n'.repeat(50_001), 'text/plain', 'transcript_too_long'],
  ])('%s: refused by name', (_name, text, type, code) => {
    expect(failureOf(text, type)).toBe(code)
  })
})
