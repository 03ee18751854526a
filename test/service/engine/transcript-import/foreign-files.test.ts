import { expect, test } from 'vitest'
import type { TranscriptFormat } from '../../../../service/engine/transcript-import/imported-transcript.ts'
import { parseTranscript } from '../../../../service/engine/transcript-import/parse-transcript.ts'

/** The transcripts of other programs, as public bug reports show them; the sentences are ours. */
const read = (file: string | Uint8Array, format: TranscriptFormat = 'text') =>
  parseTranscript(typeof file === 'string' ? new TextEncoder().encode(file) : file, format)

/** `start end speaker: words` of each line. */
const linesOf = (file: string | Uint8Array, format?: TranscriptFormat) =>
  read(file, format).lines.map(({ start, end, speaker, text }) =>
    [start, end, `${speaker ?? '-'}:`, text].join(' '),
  )

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`
/** `text` in a code page of one byte for each character, whose letters beyond ASCII `page` lists. */
const inCodePage = (text: string, page: Readonly<Record<string, number>>) =>
  Uint8Array.from([...text].map((letter) => page[letter] ?? letter.charCodeAt(0)))

const polish = { ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ó: 0xf3, ś: 0x9c, ż: 0xbf, Ś: 0x8c }
/** Cyrillic letters of Windows-1251 follow each other from 0xC0 on. */
const russian = Object.fromEntries(
  Array.from({ length: 64 }, (_, at) => [String.fromCodePoint(0x410 + at), 0xc0 + at]),
)

test.each([
  ['Polish', 'Dzień dobry, wyślę umowę w piątek. Świetnie, dziękuję.', polish],
  ['Russian', 'Доброе утро, мы отправим договор в пятницу.', russian],
  ['German', 'Schöne Grüße, wir prüfen den Vertrag für Köln.', {}],
  ['English with typographic marks', 'It’s fine, we won’t need it.', { '’': 0x92 }],
])('%s in the code page of its country', (_name, words, page) => {
  expect(linesOf(inCodePage(cue(words), page), 'cues')).toEqual([`1 3 -: ${words}`])
})

test('a broken character spoils nothing but itself', () => {
  const bytes = Buffer.from(cue('Größe und Maße prüfen wir später für Müller.'))
  const at = bytes.indexOf(Buffer.from('ä'))
  const broken = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at + 2)])
  const words = 'Größe und Maße prüfen wir sp\ufffdter für Müller.'
  expect(linesOf(broken, 'cues')).toEqual([`1 3 -: ${words}`])
  const cut = bytes.subarray(0, bytes.indexOf(Buffer.from('ü', 'utf8'), at) + 1)
  expect(linesOf(cut, 'cues')[0]).toMatch(/Größe und Maße prüfen wir später f\ufffd$/)
})

test('bytes that are of no known code page are refused with what to do', () => {
  const bytes = Uint8Array.from(cue('').split(''), (letter) => letter.charCodeAt(0))
  const odd = Uint8Array.from({ length: 400 }, (_, at) => 0x80 + ((at * 37) % 128))
  expect(() => read(Buffer.concat([bytes, odd]), 'cues')).toThrow(
    expect.objectContaining({ code: 'transcript_unreadable' }),
  )
})

const spoken = ['yeah we got it okay it is active', 'the workshop and helping out']
const counted = (unit: number, names = ['start', 'end'] as const) =>
  JSON.stringify(
    spoken.map((text, at) => ({
      [names[0]]: at * 5 * unit,
      [names[1]]: (at * 5 + 4) * unit,
      text,
    })),
  )

test.each([[1], [100], [1000]])('a second is counted as %i in JSON', (unit) => {
  expect(linesOf(counted(unit), 'json')).toEqual([`0 4 -: ${spoken[0]}`, `5 9 -: ${spoken[1]}`])
})

test('times in which nobody could say the words are refused', () => {
  const slow = JSON.stringify([{ start: 0, end: 36_000.5, text: 'one two three four five six' }])
  expect(() => read(slow, 'json')).toThrow(/no unit/)
  const fast = JSON.stringify([{ start: 0, end: 0.1, text: 'one two three four five six' }])
  expect(() => read(fast, 'json')).toThrow(/no unit/)
})

test('hundredths under another name, with speakers', () => {
  const file = JSON.stringify([
    { start: 96, stop: 712, text: ' yeah we got it okay', speaker: 0 },
    { start: 712, stop: 1456, text: ' the workshop and helping', speaker: 1 },
  ])
  expect(linesOf(file, 'json')).toEqual([
    '0.96 7.12 Speaker 0: yeah we got it okay',
    '7.12 14.56 Speaker 1: the workshop and helping',
  ])
})

test('numbers that Python writes are none, and stay where they are words', () => {
  const file =
    '{"language": "German", "segments": [{"start": 0, "end": 2.5, "avg_logprob": NaN, "no_speech_prob": -Infinity,' +
    ' "text": " Das Feld ist NaN, sagt \\"er\\"."}]}'
  expect(linesOf(file, 'json')).toEqual(['0 2.5 -: Das Feld ist NaN, sagt "er".'])
  expect(read(file, 'json').language).toBe('de')
})

test('the pieces of transformers, the last of which may lack its end', () => {
  const chunks = [
    { timestamp: [0, 2.5], text: ' Good morning.' },
    { timestamp: [2.5, null], text: ' We start.' },
  ]
  expect(linesOf(JSON.stringify({ text: '', chunks }), 'json')).toEqual([
    '0 2.5 -: Good morning.',
    '2.5 3.3 -: We start.',
  ])
})

test('Deepgram with its utterances, with its paragraphs, and with its words alone', () => {
  const words = [
    { word: 'good', punctuated_word: 'Good', start: 0.1, end: 0.4 },
    { word: 'morning', punctuated_word: 'morning.', start: 0.5, end: 0.9 },
  ]
  const alternative = { transcript: 'Good morning.', words }
  const utterances = [{ ...alternative, start: 0.1, end: 0.9, speaker: 0 }]
  const sentences = [{ text: 'Good morning.', start: 0.1, end: 0.9 }]
  const paragraphs = { paragraphs: [{ speaker: 0, sentences }] }
  const results = (best: object) => ({ channels: [{ alternatives: [best] }] })
  const from = (value: object) => linesOf(JSON.stringify({ results: value }), 'json')
  expect(from({ ...results(alternative), utterances })).toEqual([
    '0.1 0.9 Speaker 0: Good morning.',
  ])
  expect(from(results({ ...alternative, paragraphs }))).toEqual([
    '0.1 0.9 Speaker 0: Good morning.',
  ])
  expect(from(results(alternative))).toEqual(['0.1 0.9 -: Good morning.'])
})

test('AssemblyAI counts in thousandths', () => {
  const utterances = [
    { speaker: 'A', start: 960, end: 7120, text: 'We got the contract on Monday.' },
    { speaker: 'B', start: 7120, end: 14_560, text: 'Then let us sign it today.' },
  ]
  expect(linesOf(JSON.stringify({ language_code: 'en_us', utterances }), 'json')).toEqual([
    '0.96 7.12 A: We got the contract on Monday.',
    '7.12 14.56 B: Then let us sign it today.',
  ])
})

test('a number that got no time leaves the other words theirs', () => {
  const words = [
    { word: 'op', start: 1, end: 1.4 },
    { word: '1' },
    { word: 'juni', start: 2, end: 2.5 },
  ]
  const file = JSON.stringify({ segments: [{ start: 1, end: 3, text: 'op 1 juni', words }] })
  const [line] = read(file, 'json').lines
  expect(line?.words?.map(({ text, start }) => [text, start])).toEqual([
    ['op', 1],
    ['juni', 2],
  ])
})

test('time codes that count pictures', () => {
  const rows = ['01:00:10:00\tMeet the doctor.', '01:00:12:12\tHow do you do?']
  expect(linesOf(rows.join('\n')).map((line) => line.replace(/ \S+ -:/, ''))).toEqual([
    '3610 Meet the doctor.',
    '3612.48 How do you do?',
  ])
})

test('Premiere’s list as text and as a table', () => {
  const text = [
    '00:00:00:12 - 00:00:05:10\nSpeaker 1\nGood morning, shall we begin?',
    '00:00:05:18 - 00:00:11:23\nSpeaker 2\nYes, the budget is ready.',
  ]
  const table = [
    '"Speaker Name","Start Time","End Time","Text"',
    '"Speaker 1","00:00:00:12","00:00:05:10","Good morning, shall we begin?"',
    '"Speaker 2","00:00:05:18","00:00:11:23","Yes, the budget is ready."',
  ]
  const lines = [
    '0.48 5.4 Speaker 1: Good morning, shall we begin?',
    '5.72 11.92 Speaker 2: Yes, the budget is ready.',
  ]
  expect(linesOf(text.join('\n\n'))).toEqual(lines)
  expect(linesOf(table.join('\n\n'))).toEqual(lines)
})

test('whisper’s table counts in thousandths', () => {
  const file =
    'start\tend\ttext\n2080\t5600\tWith their orange fur,\n6180\t9180\ttigers are beautiful.\n'
  expect(linesOf(file)).toEqual([
    '2.08 5.6 -: With their orange fur,',
    '6.18 9.18 -: tigers are beautiful.',
  ])
})

test('captions for television mark who speaks', () => {
  const at = (second: number, text: string) =>
    `00:0${second}.000 --> 00:0${second + 1}.000\n${text}\n`
  const file = `WEBVTT\n\n${at(1, '>> MAYOR SMITH: GOOD EVENING.')}\n${at(3, '&gt;&gt; MR. JONES: LET US BEGIN.')}`
  expect(linesOf(file, 'cues')).toEqual([
    '1 2 MAYOR SMITH: GOOD EVENING.',
    '3 4 MR. JONES: LET US BEGIN.',
  ])
})

test('a caption that is nothing but a time in brackets says nothing', () => {
  const at = (start: number, words: string) =>
    `00:00:0${start}.000 --> 00:00:0${start + 1}.000\n<v S04>${words}\n`
  const captions = [at(1, '[00:01:16]'), at(2, 'We begin.'), at(3, 'It is [00:01:16] now.')]
  expect(linesOf(`WEBVTT\n\n${captions.join('\n')}`, 'cues')).toEqual([
    '2 3 S04: We begin.',
    '3 4 S04: It is [00:01:16] now.',
  ])
})
