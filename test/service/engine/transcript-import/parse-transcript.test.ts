import { parse as parseSubRip } from '@plussub/srt-vtt-parser'
import { existsSync, readFileSync } from 'node:fs'
import webvtt from 'webvtt-parser'
import entities from 'webvtt-parser/html-entities.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import type { TranscriptFormat } from '../../../../service/engine/transcript-import/imported-transcript.ts'
import { detectLanguage } from '../../../../service/engine/transcript-import/detect-language.ts'
import { parseTranscript } from '../../../../service/engine/transcript-import/parse-transcript.ts'

const read = (text: string, format: TranscriptFormat = 'cues') =>
  parseTranscript(new TextEncoder().encode(text), format)

type Entry = { from: number; to: number; text: string }

const clock = (seconds: number, mark: string) =>
  `00:00:${String(seconds).padStart(2, '0')}${mark}250`
const cues = Array.from({ length: 20 }, (_, at) => ({
  start: at * 2 + 0.25,
  end: at * 2 + 1.25,
  text: `This is sentence ${at}, with a comma.`,
}))
const written = (mark: string) =>
  cues
    .map(({ text }, at) => {
      const times = `${clock(at * 2, mark)} --> ${clock(at * 2 + 1, mark)}`
      return `${at + 1}\n${times}\n${text}\n`
    })
    .join('\n')

describe('tidy files are read as other parsers read them', () => {
  const own = (text: string) =>
    read(text).lines.map((line) => ({ start: line.start, end: line.end, text: line.text }))

  test('WebVTT, as the parser of the W3C', () => {
    const file = `WEBVTT\n\n${written('.')}`
    const { cues: parsed, errors } = new webvtt.WebVTTParser(entities).parse(file, 'metadata')
    expect(errors).toEqual([])
    expect(own(file)).toEqual(
      parsed.map((cue) => ({ start: cue.startTime, end: cue.endTime, text: cue.text })),
    )
    expect(own(file)).toEqual(cues)
  })

  test('SubRip, as a library does', () => {
    const { entries }: { entries: Entry[] } = parseSubRip(written(','))
    expect(own(written(','))).toEqual(
      entries.map(({ from, to, text }) => ({ start: from / 1000, end: to / 1000, text })),
    )
  })
})

const long = 1_000_000
const head = 'WEBVTT\n\n00:00.000 --> 00:01.000\n'

test.each([
  ['<'.repeat(long)],
  ['a: '.repeat(long / 3)],
  ['-->'.repeat(long / 3)],
  [' '.repeat(long)],
  ['0:0 '.repeat(long / 4)],
  ['**'.repeat(long / 2)],
  ['[0'.repeat(long / 2)],
  ['A\n'.repeat(long / 2)],
  [`${head}${'<v '.repeat(long / 3)}`],
  [`${head}${'&'.repeat(long)}`],
  [`${head}${'<1:'.repeat(long / 3)}`],
  [`Ann: x\n${'x\n'.repeat(long / 2)}`],
  ['![]('.repeat(long / 4)],
  ['**a** 0:0 '.repeat(long / 10)],
  [`${head}${'1 "'.repeat(long / 3)}`],
])('a megabyte of one pattern takes time by its length only (%#)', (text) => {
  for (const format of ['text', 'markdown'] as const) {
    const startedAt = performance.now()
    try {
      read(text, format)
    } catch {
      // Refused or not: it must end.
    }
    // About half a second on a busy machine; quadratic work would take an hour.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  }
})

test.each([
  ['de', 'Guten Morgen zusammen, heute geht es um das neue Angebot und wir müssen entscheiden'],
  ['es', 'Hola buenos días, vamos a hablar de la nueva oferta porque tenemos que decidir'],
  ['fr', 'Bonjour à tous, nous allons parler de la nouvelle offre parce qu’il faut décider'],
  ['ru', 'Привет всем, сегодня мы говорим о новом предложении'],
  ['ja', '今日は新しい提案について話します'],
  ['en', 'Good morning, everybody.'],
  ['en', 'Hm.'],
])('the language of a text is told: %s', (code, text) => {
  expect(detectLanguage([text])).toBe(code)
})

const meetings = '../shared/meetings/val.jsonl'
test.skipIf(!existsSync(meetings))('real meetings keep every word and every speaker', () => {
  const rows = readFileSync(meetings, 'utf8').trim().split('\n').slice(0, 5)
  for (const row of rows) {
    const { turns }: { turns: { speaker: string; text: string }[] } = JSON.parse(row)
    const said = turns.filter(({ text }) => text.trim() !== '')
    const body = said.map(({ speaker, text }, at) => {
      const times = `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}.000 --> ${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}.900`
      return `${times}\n<v ${speaker}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\n`
    })
    const { lines, language } = read(`WEBVTT\n\n${body.join('\n')}`)
    expect(language).toBe('en')
    const words = (text: string) => text.split(/\s+/).filter(Boolean)
    expect(lines.flatMap(({ text }) => words(text))).toEqual(
      said.flatMap(({ text }) => words(text)),
    )
    expect(new Set(lines.map(({ speaker }) => speaker))).toEqual(
      new Set(said.map(({ speaker }) => speaker)),
    )
  }
})
