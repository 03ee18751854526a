import { describe, expect, test } from 'vitest'
import { splitAtTurns, turnsIn } from '../../../../service/engine/pipeline/taken-turns.ts'
import { say, textOf, word } from './words.ts'

/** "we have to meet again on Tuesday or so", from 0 to 4.4 s, without a pause. */
const line = say('we have to meet again on Tuesday or so')
const cut = (words: typeof line, ...others: (typeof line)[]) =>
  splitAtTurns(words, others.flatMap(turnsIn)).map(textOf)

describe('a line ends where the other side takes a turn', () => {
  test('though nobody pauses for it', () => {
    const parts = cut(line, say('no I am away on Tuesday', 1.2))
    expect(parts).toEqual(['we have to', 'meet again on Tuesday or so'])
  })

  test('at the clearest pause after it began', () => {
    const words = [...say('we have to meet'), ...say('again on Tuesday or so', 2.15)]
    expect(cut(words, say('no I am away', 1.4))).toEqual([
      'we have to meet',
      'again on Tuesday or so',
    ])
  })

  test('each time it does', () => {
    const parts = cut(line, say('no I am', 0.7), say('what did you say', 2.8))
    expect(parts.length).toBe(2)
    const apart = cut(say('a b c d e f g h i j k l'), say('no I am', 1.2), say('what did you', 4.2))
    expect(apart).toEqual(['a b c', 'd e f g h i', 'j k l'])
  })

  test('but not at a backchannel', () => {
    expect(cut(line, [word('Mm-hm.', 1.2, 1.6)])).toEqual([textOf(line)])
    expect(cut(line, say('yeah okay', 1.2))).toEqual([textOf(line)])
  })

  test('nor where one ends while the other begins, unless it had fallen silent', () => {
    expect(cut(line, say('no I am away', 3.6))).toEqual([textOf(line)])
    const silent = [...line.slice(0, 7), ...say('or so', 4)]
    expect(cut(silent, say('no I am away', 3.6))).toEqual([
      'we have to meet again on Tuesday',
      'or so',
    ])
  })

  test('nor where both begin together, or the other began before', () => {
    expect(cut(line, say('no I am away', 0.6))).toEqual([textOf(line)])
    expect(cut(line, say('no I am away', -0.4))).toEqual([textOf(line)])
  })
})

test('a turn lasts until a pause of 0.7 s', () => {
  const words = [...say('no I am', 1), ...say('away then yes', 2.9), word('Mm-hm.', 8, 8.4)]
  expect(turnsIn(words)).toEqual([{ start: 1, end: 4.3 }])
  expect(turnsIn([...say('no I am', 1), ...say('away on Monday', 3.2)]).length).toBe(2)
})
