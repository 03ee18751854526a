import { array, assert as assertAll, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import {
  cutAt,
  findRanges,
  indexAt,
  segmentParts,
} from '../../../../renderer/features/transcripts/segment-parts.ts'

const word = (text: string) => ({ text, start: 0, end: 1, confidence: 1 })

test('words are found in the text in order, also when one comes twice', () => {
  const parts = segmentParts(
    { text: 'Ask, ask not.', words: ['Ask,', 'ask', 'not.'].map(word) },
    [],
  )
  expect(parts.filter((part) => part.word !== null).map((part) => [part.word, part.text])).toEqual([
    [0, 'Ask,'],
    [1, 'ask'],
    [2, 'not.'],
  ])
})

test('a match cuts a word and keeps its number', () => {
  const parts = segmentParts({ text: 'my country', words: ['my', 'country'].map(word) }, [
    { from: 3, to: 6 },
  ])
  expect(parts.filter(({ word: index }) => index === 1)).toEqual([
    { text: 'cou', word: 1, isMatch: true },
    { text: 'ntry', word: 1, isMatch: false },
  ])
})

test('no letter is lost or moved, whatever the words and matches are', () => {
  const cases = [string(), array(string()), string()] as const
  assertAll(
    property(...cases, (text, words, wanted) => {
      const parts = segmentParts({ text, words: words.map(word) }, findRanges(text, wanted))
      expect(parts.map((part) => part.text).join('')).toBe(text)
    }),
  )
})

test('matches do not overlap and blank words match nothing', () => {
  expect(findRanges('aaa', 'aa')).toEqual([{ from: 0, to: 2 }])
  expect(findRanges('a b', '  ')).toEqual([])
})

test('the current item is the last that has begun', () => {
  const items = [{ start: 1 }, { start: 2 }, { start: 5 }]
  expect([0, 1, 4.9, 5, 99].map((seconds) => indexAt(items, seconds))).toEqual([-1, 0, 1, 2, 2])
})

test('a line is cut before the word that the caret is in or before, never at its ends', () => {
  const segment = { text: 'We begin. Yes, on Monday.', words: [] as { text: string }[] }
  segment.words = ['We', 'begin.', 'Yes,', 'on', 'Monday.'].map(word)
  const cut = (caret: number) => cutAt(segment, caret)?.text ?? null
  expect([0, 1, 2, 9, 10, 12, 14, 20, 25].map(cut)).toEqual([
    null,
    null,
    'begin.',
    'Yes,',
    'Yes,',
    'Yes,',
    'on',
    'Monday.',
    null,
  ])
  expect(cutAt(segment, 11)?.word).toBe(2)
})

test('where words and text differ, a cut leaves text on both sides', () => {
  const words = ['Uh', 'yes', 'no'].map(word)
  expect(cutAt({ text: 'Yes, no.', words }, 0)).toBeNull()
  expect(cutAt({ text: 'Yes, no.', words }, 5)).toEqual({ word: 2, text: 'no' })
  expect(cutAt({ text: '', words }, 0)).toBeNull()
})
