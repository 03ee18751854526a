import { parse } from '@plussub/srt-vtt-parser'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import webvtt, { type VttNode } from 'webvtt-parser'
import entities from 'webvtt-parser/html-entities.json' with { type: 'json' }
import { toSrt, toVtt } from '../../../../../service/features/transcripts/exports/subtitles.ts'
import type {
  Segment,
  Source,
} from '../../../../../service/features/transcripts/exports/transcript-file.ts'
import { sentence, timeWords, type Line } from './script.ts'

type Spoken = Omit<Line, 'speaker'> & { name?: string }

function sourceOf(lines: readonly Spoken[], language = 'en'): Source {
  const segments = lines.map(({ name = 'Mary', ...line }, index): Segment => {
    const words = timeWords(line).map((word) => ({ ...word, is_uncertain: false }))
    const whose = { speaker: name, speaker_id: name, overlaps: [] }
    return { id: `seg_${index}`, ...whose, language, words, ...line }
  })
  return {
    title: 'call',
    recordedAt: '2026-11-21T09:00:00.000Z',
    durationSeconds: 60,
    chapters: [],
    transcript: {
      segments,
      speakers: [],
      language,
      model_used: 'whisper-base',
      version: 1,
      word_count: 1,
      content_id: 'cont_1',
    },
  }
}

const srtOf = (lines: readonly Spoken[], language?: string) =>
  toSrt(sourceOf(lines, language), { speakers: true })
type Entry = { id: string; from: number; to: number; text: string }
const readSrt = (text: string): Entry[] => parse(text.replaceAll('\r\n', '\n')).entries
const readVtt = (text: string) => new webvtt.WebVTTParser(entities).parse(text, 'subtitles')
const textOf = (node: VttNode): string =>
  node.type === 'text'
    ? node.value
    : node.type === 'object'
      ? node.children.map(textOf).join('')
      : ''

test('SubRip to the letter: numbers, times, lines ended by CR LF, an empty line between', () => {
  const lines = [
    { start: 0.5, end: 4, text: 'We will send the contract on Friday.' },
    { start: 4.2, end: 6.2004, text: 'Thank you.', name: 'Steve' },
    { start: 6.3, end: 8, text: 'Good.', name: 'Steve' },
  ]
  expect(srtOf(lines)).toBe(
    [
      ...['1', '00:00:00,500 --> 00:00:04,000', 'Mary: We will send the contract on Friday.', ''],
      ...['2', '00:00:04,200 --> 00:00:08,000', 'Steve: Thank you. Good.', ''],
    ].join('\r\n'),
  )
})

test('WebVTT to the letter: header, numbers, times, voices', () => {
  const lines = [
    { start: 0.5, end: 4, text: 'Is a < b & b > c? --> yes' },
    { start: 360_000.25, end: 360_001.5, text: 'Later.', name: 'Ann & "Bob" <x>' },
  ]
  const text = toVtt(sourceOf(lines), { speakers: true })
  expect(text).toBe(`WEBVTT

1
00:00:00.500 --> 00:00:04.000
<v Mary>Is a &lt; b &amp; b &gt; c? --&gt; yes</v>

2
100:00:00.250 --> 100:00:01.500
<v Ann &amp; "Bob" &lt;x&gt;>Later.</v>
`)
  const { cues, errors } = readVtt(text)
  expect(errors).toEqual([])
  expect(cues.map(({ tree }) => tree.children.map(textOf).join(''))).toEqual([
    'Is a < b & b > c? --> yes',
    'Later.',
  ])
  // The specification has references resolved in a name, too; this parser leaves them.
  const [voice] = cues[1]?.tree.children ?? []
  expect(voice).toMatchObject({ name: 'v', value: 'Ann &amp; "Bob" &lt;x&gt;' })
})

test('hours have as many digits as they need', () => {
  const text = srtOf([{ start: 363_599.9, end: 363_601.2, text: 'Still here.' }])
  expect(text).toContain('100:59:59,900 --> 101:00:01,200')
})

test('a cue is in one language, and WebVTT tells it where it is not that of the transcript', () => {
  const lines = [
    { start: 0, end: 2, text: 'Good morning.' },
    { start: 2.1, end: 4, text: 'Buenos días.', language: 'es' },
    { start: 4.1, end: 6, text: 'Shall we begin?' },
  ]
  const text = toVtt(sourceOf(lines), { speakers: true })
  const { cues, errors } = readVtt(text)
  expect(errors).toEqual([])
  expect(cues).toHaveLength(3)
  expect(text).toContain('<v Mary><lang es>Buenos días.</lang></v>')
  expect(text.match(/<lang/g)).toHaveLength(1)
  expect(readSrt(srtOf(lines)).map((entry) => entry.text)).toEqual([
    'Mary: Good morning.',
    'Buenos días.',
    'Shall we begin?',
  ])
})

test('an empty transcript is an empty file of its kind', () => {
  expect(srtOf([])).toBe('')
  expect(toVtt(sourceOf([]), { speakers: true })).toBe('WEBVTT\n')
  expect(readVtt(toVtt(sourceOf([]), { speakers: true })).cues).toEqual([])
})

test('a long sentence is cut where words end, at most two lines for at most seven seconds', () => {
  const text = srtOf([{ start: 0, end: 30, text: sentence(60) }])
  const entries = readSrt(text)
  expect(entries.length).toBeGreaterThanOrEqual(5)
  expect(entries.map((entry) => entry.text.replaceAll('\n', ' ')).join(' ')).toBe(
    `Mary: ${sentence(60)}`,
  )
  for (const { text: shown, from, to } of entries) {
    expect(shown.split('\n').length).toBeLessThanOrEqual(2)
    expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThanOrEqual(42)
    expect(to - from).toBeLessThanOrEqual(7000)
    expect(to - from).toBeGreaterThanOrEqual(1000)
  }
  // each begins when its first word does
  const words = timeWords({ start: 0, end: 30, text: sentence(60) })
  for (const { text: shown, from } of entries.slice(1)) {
    const first = shown.split(/\s/)[0]
    expect(from).toBe(Math.round((words.find((word) => word.text === first)?.start ?? -1) * 1000))
  }
})

test('a cut falls between sentences rather than inside one', () => {
  const text = `${sentence(6)} ${sentence(8)}`
  const [first] = readSrt(srtOf([{ start: 0, end: 8, text }]))
  expect(first?.text).toMatch(/word5\.$/)
})

test('a short word is shown for a second, unless the next one comes before', () => {
  const alone = readSrt(srtOf([{ start: 1, end: 1.2, text: 'Yes.' }]))
  expect(alone[0]).toMatchObject({ from: 1000, to: 2000 })
  const hurried = readSrt(
    srtOf([
      { start: 1, end: 1.2, text: 'Yes.' },
      { start: 1.5, end: 3, text: 'No.', name: 'Steve' },
    ]),
  )
  expect(hurried[0]).toMatchObject({ from: 1000, to: 1500 })
})

test('two who speak at once keep their times, and each names its speaker', () => {
  const text = srtOf([
    { start: 0, end: 12, text: sentence(24) },
    { start: 5, end: 7, text: 'Wait a moment, please.', name: 'Steve' },
  ])
  const entries = readSrt(text)
  const steve = entries.findIndex((entry) => entry.text.startsWith('Steve:'))
  expect(entries[steve]).toMatchObject({ from: 5000, to: 7000 })
  expect(entries[steve + 1]?.text).toMatch(/^Mary: /)
})

test('Japanese is broken between words, never before a closing sign, 16 signs to a line', () => {
  const spoken =
    '今日は契約書を金曜日に送りますので、その後のことは来週また相談しましょう。よろしくお願いします。'
  const source = sourceOf([{ start: 0, end: 9, text: spoken }], 'ja')
  const entries = readSrt(toSrt(source, { speakers: false }))
  expect(entries.map(({ text }) => text.replaceAll('\n', '')).join('')).toBe(spoken)
  for (const line of entries.flatMap(({ text }) => text.split('\n'))) {
    expect(line.length).toBeLessThanOrEqual(16)
    expect(line).not.toMatch(/^[、。」]|「$/)
  }
})

test('a line of Hebrew keeps its direction behind a Latin name', () => {
  const text = srtOf([{ start: 0, end: 2, text: 'שלום לכולם' }], 'he')
  expect(text).toContain('\u200fMary: שלום לכולם')
})

test('a word longer than a line is cut, a name longer than a label is shortened', () => {
  const name = 'The Right Honourable Lady of the House'
  const text = srtOf([{ start: 0, end: 5, text: `See ${'x'.repeat(100)} there`, name }])
  const lines = readSrt(text).flatMap((entry) => entry.text.split('\n'))
  expect(lines[0]).toBe('The Right Honourable La…: See')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(42)
})

test('what would be a tag or an arrow for a player is shown as it was said', () => {
  const [entry] = readSrt(srtOf([{ start: 0, end: 3, text: 'An <i>arrow</i> --> {\\an8} here' }]))
  expect(entry?.text).toBe('Mary: An <\u2060i>arrow<\u2060/i> -> {\u2060\\an8} here')
})

test('words that an edit left without times are given times between their neighbours', () => {
  const source = sourceOf([{ start: 0, end: 20, text: sentence(40) }])
  const [segment] = source.transcript.segments
  if (!segment) throw new Error('There is one segment.')
  segment.text = segment.text.replaceAll(/word(\d)/g, 'changed$1')
  const entries = readSrt(toSrt(source, { speakers: false }))
  expect(entries.at(-1)?.to).toBe(20_000)
  expect(entries.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')).toBe(segment.text)
  const starts = entries.map(({ from }) => from)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

const anyLine = fc.record({
  start: fc.double({ min: 0, max: 400_000, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 30, noNaN: true })),
  text: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    fc
      .array(fc.lorem({ maxCount: 1 }), { minLength: 1, maxLength: 90 })
      .map((all) => all.join(' ')),
  ),
  name: fc.constantFrom('Mary', 'Steve', 'A & <B>', 'العربية', '高橋'),
})

test('whatever is said, both formats are valid, in order, and lose no word', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (drawn) => {
      const lines = drawn
        .map(({ length, text, ...line }) => ({
          ...line,
          end: line.start + length,
          // as it is stored: trimmed, and never empty
          text: text.replaceAll('\0', '').trim() || 'x',
        }))
        .toSorted((a, b) => a.start - b.start)
      const source = sourceOf(lines)
      const { cues, errors } = readVtt(toVtt(source, { speakers: true }))
      expect(errors).toEqual([])
      for (const { startTime, endTime } of cues) expect(endTime).toBeGreaterThan(startTime)
      const letters = (text: string) => [...text.replaceAll(/\s+/g, '')].toSorted().join('')
      const shown = cues.map(({ tree }) => tree.children.map(textOf).join('')).join('')
      expect(letters(shown)).toBe(letters(lines.map(({ text }) => text).join('')))
      const entries = readSrt(toSrt(source, { speakers: true }))
      expect(entries.map(({ id }) => Number(id))).toEqual(entries.map((_, at) => at + 1))
    }),
    { numRuns: 150 },
  )
})

test('cues of one speaker never overlap', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (drawn) => {
      const lines = drawn.map(({ length, ...line }) => ({ ...line, end: line.start + length }))
      const { cues } = readVtt(toVtt(sourceOf(lines), { speakers: true }))
      const free = new Map<string, number>()
      for (const { startTime, endTime, tree } of cues) {
        const voice = tree.children[0]
        const name = voice?.type === 'object' ? (voice.value ?? '') : ''
        expect(startTime).toBeGreaterThanOrEqual(free.get(name) ?? 0)
        free.set(name, endTime)
      }
    }),
  )
})
