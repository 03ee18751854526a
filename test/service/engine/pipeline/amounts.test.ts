import { describe, expect, test } from 'vitest'
import { writeAmounts } from '../../../../service/engine/pipeline/amounts.ts'
import { say, textOf } from './words.ts'

const written = (text: string, language = 'en') => textOf(writeAmounts(say(text), language))

describe('an amount is written in one way', () => {
  test.each([
    ['a fifty dollar minimum payment of fifty dollars.', 'a $50 minimum payment of $50.'],
    ['75 dollars and 34 cents is the balance', '$75.34 is the balance'],
    ['Twenty-five dollars, or five dollars fifty cents?', '$25, or $5.50?'],
    ['up to two hundred and fifty dollars', 'up to $250'],
    ['twelve thousand five hundred dollars', '$12,500'],
    ['twenty five hundred dollars', '$2,500'],
    ['10 thousand dollars', '$10,000'],
    ['three million dollars, 1.5 million dollars', '$3 million, $1.5 million'],
    ['I am one hundred percent sure, 95 per cent at least', 'I am 100% sure, 95% at least'],
  ])('"%s"', (said, expected) => {
    expect(written(said)).toBe(expected)
  })

  test('in other languages where it has digits', () => {
    expect(written('29 procent van de mensen', 'nl')).toBe('29% van de mensen')
    expect(written('Das sind 2,5 Prozent.', 'de')).toBe('Das sind 2,5%.')
    expect(written('el 20 por ciento, y 50 dollars', 'es')).toBe('el 20%, y 50 dollars')
    expect(written('zehn Prozent', 'de')).toBe('zehn Prozent')
  })
})

describe('nothing else changes', () => {
  test.each([
    'five to ten dollars',
    'between 8 and 10 percent',
    '10, 15 or 20 dollars',
    'ten, fifteen dollars',
    'two point seven percent, point eight percent, point O nine percent',
    'thirty - two dollars',
    'a hundred dollars',
    'half a million dollars',
    'a few hundred dollars',
    'nineteen ninety dollars',
    'one five dollars',
    'dollars and cents, in percent',
    'my two cents',
    'fifty of you, one of us, in 2019, number 1 2 3 4',
    '$20,000 and 2%',
  ])('"%s"', (said) => {
    expect(written(said)).toBe(said)
  })

  test('across a pause, or two speakers', () => {
    const apart = [...say('it was fifty'), ...say('dollars', 3)]
    expect(textOf(writeAmounts(apart, 'en'))).toBe('it was fifty dollars')
    const shared = say('it was fifty dollars').map((word, at) => ({
      ...word,
      speaker: at > 2 ? 1 : 0,
    }))
    expect(textOf(writeAmounts(shared, 'en'))).toBe('it was fifty dollars')
  })
})

test('the new word lasts as long as those it was, and is no surer', () => {
  const words = say('about fifty dollars').map((word, at) => ({
    ...word,
    confidence: 0.9 - at / 10,
  }))
  expect(writeAmounts(words, 'en')[1]).toMatchObject({
    ...{ text: '$50', start: 0.5, end: 1.4, hasSpace: true },
    confidence: expect.closeTo(0.7),
  })
})
