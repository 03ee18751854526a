import { expect, test } from 'vitest'
import { normalizeWords, numberToWords, wordErrors } from './word-error-rate.ts'

test('equal words with other case, punctuation, apostrophes and hyphens have no errors', () => {
  expect(wordErrors("Don't stop, well-known man!", 'dont stop well known man').rate).toBe(0)
})

test('counts a substitution, a deletion and an insertion apart', () => {
  const errors = wordErrors('one cat sat down here today now', 'one dog sat here today right now')
  expect(errors).toMatchObject({ substitutions: 1, deletions: 1, insertions: 1, referenceWords: 7 })
  expect(wordErrors('a b c d', 'a x c d')).toMatchObject({ substitutions: 1, rate: 0.25 })
  expect(wordErrors('a b c d', 'a b c d e')).toMatchObject({ insertions: 1, deletions: 0 })
})

test('numerals equal the words they are read as', () => {
  expect(numberToWords(42)).toEqual(['forty', 'two'])
  expect(numberToWords(1455)).toEqual(['fourteen', 'fifty', 'five'])
  expect(numberToWords(305)).toEqual(['three', 'hundred', 'five'])
  expect(
    wordErrors('the fifteenth century, fourteen fifty-five', 'the 15th century 1455').rate,
  ).toBe(0)
  expect(normalizeWords('20th 21st')).toEqual(['twentieth', 'twenty', 'first'])
})

test('fillers do not count', () => {
  expect(wordErrors('um this is uh me', 'this is me').rate).toBe(0)
})

test('Japanese is compared by characters', () => {
  expect(wordErrors('電球がともっていた', '電球が止まっていた', 'ja')).toMatchObject({
    referenceWords: 9,
    substitutions: 2,
  })
})

test('words heard where nothing was said are a full error', () => {
  expect(wordErrors('', 'thank you').rate).toBe(1)
  expect(wordErrors('', '').rate).toBe(0)
})
