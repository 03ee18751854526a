import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, ranked } from '../../../../renderer/features/palette/rank.ts'

const names = [
  'Weekly meeting.m4a',
  'Interview with Jürgen Müller.wav',
  'Kickoff_Acme 2026.mp3',
  'Sales call, Acme.mp3',
  'meet.wav',
]
const find = (typed: string) => ranked(typed, names, (name) => ({ name }))

test.each([
  ['meet', ['meet.wav', 'Weekly meeting.m4a']],
  ['acme', ['Kickoff_Acme 2026.mp3', 'Sales call, Acme.mp3']],
  ['acme sales', ['Sales call, Acme.mp3']],
  ['muller', ['Interview with Jürgen Müller.wav']],
  ['kikoff', ['Kickoff_Acme 2026.mp3']],
  ['wekely', ['Weekly meeting.m4a']],
  ['intervew', ['Interview with Jürgen Müller.wav']],
  ['wekly metting', ['Weekly meeting.m4a']],
  ['zebra', []],
  ['', []],
])('“%s” finds %j', (typed, found) => {
  expect(find(typed)).toEqual(found)
})

test('a word that is right comes before one with a slip, a name before other words for it', () => {
  expect(fit('sales', 'Sales')).toBeGreaterThan(fit('sales', 'Salts'))
  expect(fit('dark', 'Switch to dark')).toBeGreaterThan(fit('dark', 'Colours', 'dark light'))
  expect(fit('dark', 'Colours', 'dark light')).toBeGreaterThan(0)
})

test('short words have to be right', () => {
  expect(fit('car', 'cat')).toBe(0)
})

test('what is typed as it is written is found, and no fit leaves 0 to 1', () => {
  const word = fc.stringMatching(/^[a-zäöü]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(), (words, pick) => {
      const typed = words[pick % words.length] ?? ''
      const worth = fit(typed, words.join(' '))
      expect(worth).toBeGreaterThan(0)
      expect(worth).toBeLessThanOrEqual(1)
    }),
  )
})

test('one letter too few, too many, other or swapped is forgiven from four letters on', () => {
  const word = fc.stringMatching(/^[a-z]{5,12}$/)
  fc.assert(
    fc.property(word, fc.integer({ min: 1, max: 3 }), (right, at) => {
      const swapped =
        right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2)
      for (const typed of [
        right.slice(0, at) + right.slice(at + 1),
        `${right.slice(0, at)}x${right.slice(at)}`,
        `${right.slice(0, at)}x${right.slice(at + 1)}`,
        swapped,
      ]) {
        expect(fit(typed, right), typed).toBeGreaterThan(0)
      }
    }),
  )
})
