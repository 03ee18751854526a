import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredWord } from '../../../../service/db/tables.ts'
import { alignWords } from '../../../../service/features/editing/align-words.ts'

/** A segment of words that take half a second each, with pauses of a tenth. */
function spoken(texts: readonly string[], from = 10) {
  const words = texts.map((text, at) => ({
    text,
    start: (from * 10 + at * 6) / 10,
    end: (from * 10 + at * 6 + 5) / 10,
    confidence: 0.8,
  }))
  return { start: from - 0.2, end: from + texts.length * 0.6 + 0.3, words }
}

const segment = spoken(['We', 'will', 'send', 'the', 'contract.'])
const align = (text: string, language = 'en') => alignWords(segment, text, language)
const word = (at: number): StoredWord => {
  const found = segment.words[at]
  if (!found) throw new Error(`There is no word ${at}.`)
  return found
}

describe('a corrected text', () => {
  test('may have more words than a call of a function has room for', () => {
    const words = alignWords({ start: 0, end: 1, words: [] }, 'word '.repeat(150_000), 'en')
    expect(words).toHaveLength(150_000)
  })

  test('keeps times and confidence of what stays, whatever its case and punctuation', () => {
    expect(align('we will, send the Contract')).toEqual([
      { ...word(0), text: 'we' },
      { ...word(1), text: 'will,' },
      word(2),
      word(3),
      { ...word(4), text: 'Contract' },
    ])
  })

  test('gives words that replace others their time, by length', () => {
    const { start } = word(2)
    expect(align('We will hand over the contract.').slice(1, 5)).toEqual([
      word(1),
      { text: 'hand', start, end: start + 0.25, confidence: 1 },
      { text: 'over', start: start + 0.25, end: start + 0.5, confidence: 1 },
      word(3),
    ])
  })

  test('puts added words between their neighbours', () => {
    expect(align('We will soon send the contract.')[2]).toEqual({
      text: 'soon',
      start: word(1).end,
      end: word(2).start,
      confidence: 1,
    })
    expect(align('Well we will send the contract.')[0]).toMatchObject({ start: 9.8, end: 10 })
    expect(align('We will send the contract now.').at(-1)).toMatchObject({ end: segment.end })
  })

  test('that leaves words out keeps the others where they are', () => {
    expect(align('We send contract.')).toEqual([word(0), word(2), word(4)])
  })

  test('of something else takes the time of all that was heard', () => {
    const words = align('Nothing like it')
    expect(words[0]?.start).toBe(word(0).start)
    expect(words.at(-1)?.end).toBe(word(4).end)
  })

  test('takes the earlier of two equal words for what it is', () => {
    const twice = spoken(['no', 'no', 'no', 'yes'])
    expect(alignWords(twice, 'no no yes', 'en')).toHaveLength(3)
    expect(alignWords(twice, 'no no no no yes', 'en').at(-1)).toEqual(twice.words[3])
  })

  test('of a segment without words is spread over the segment', () => {
    expect(alignWords({ start: 1, end: 3, words: [] }, 'ab cd', 'en')).toEqual([
      { text: 'ab', start: 1, end: 2, confidence: 1 },
      { text: 'cd', start: 2, end: 3, confidence: 1 },
    ])
  })
})

describe('where a language writes no blanks', () => {
  const japanese = spoken(['今日', 'は', '会議', 'が', 'あります。'])

  test('words are those of the language, and what stays keeps its time', () => {
    const words = alignWords(japanese, '今日は打合せがあります。', 'ja')
    expect(words.map(({ text }) => text).join('')).toBe('今日は打合せがあります。')
    expect(words[0]).toEqual(japanese.words[0])
    const [start, end] = [japanese.words[2]?.start ?? 0, japanese.words[2]?.end ?? 0]
    const changed = words.filter(({ confidence }) => confidence === 1)
    expect(changed.map(({ text }) => text).join('')).toContain('打')
    for (const one of changed) {
      expect(one.start).toBeGreaterThanOrEqual(start)
      expect(one.end).toBeLessThanOrEqual(end)
    }
  })
})

const vocabulary = ['yes', 'no', 'the', 'The,', 'contract', '-', 'Müller', '会議', '3.5', '😀']
const texts = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 })
const language = fc.constantFrom('en', 'de', 'ja', 'zh', 'th', '')

test('no word is lost, and times are in order and inside the segment', () => {
  fc.assert(
    fc.property(texts, texts, language, (before, after, tongue) => {
      const old = spoken(before)
      const text = after.join(' ')
      const words = alignWords(old, text, tongue)
      expect(
        words
          .map((one) => one.text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(after.join(''))
      expectInOrder(words, old)
    }),
    { numRuns: 500 },
  )
})

test('whatever people type', () => {
  fc.assert(
    fc.property(texts, fc.string({ unit: 'grapheme' }), language, (before, typed, tongue) => {
      const text = typed.replaceAll(/\s+/g, ' ').trim()
      const old = spoken(before)
      const words = alignWords(old, text, tongue)
      const bare = (value: string) => value.replaceAll(/\s/g, '')
      expect(bare(words.map((one) => one.text).join(''))).toBe(bare(text))
      expectInOrder(words, old)
    }),
    { numRuns: 300 },
  )
})

test('a second correction back to what was said keeps the order too', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, after, last) => {
      const old = spoken(before)
      const once = { ...old, words: alignWords(old, after.join(' '), 'en') }
      expectInOrder(alignWords(once, last.join(' '), 'en'), old)
    }),
  )
})

test('ten thousand characters against ten thousand others take no time to speak of', () => {
  const long = { ...segment, words: alignWords(segment, 'a '.repeat(5000).trim(), 'en') }
  expect(long.words).toHaveLength(5000)
  expect(alignWords(long, 'b c '.repeat(2500).trim(), 'en')).toHaveLength(5000)
})

function expectInOrder(words: readonly StoredWord[], span: { start: number; end: number }): void {
  let last = span.start
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThanOrEqual(start)
    last = start
  }
  expect(Math.max(span.start, ...words.map(({ end }) => end))).toBeLessThanOrEqual(span.end)
}
