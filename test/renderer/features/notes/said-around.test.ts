import { describe, expect, test } from 'vitest'
import {
  leftOut,
  noteLines,
  saidAround,
  weighWords,
  type Passage,
  type Topic,
} from '../../../../renderer/features/notes/said-around.ts'

const said = (id: string, start: number, text: string): Passage => {
  return { id, start, end: start + 5, speaker: 'Mary', text }
}
const passages = [
  said('hello', 0, 'Hello Paul, can you hear me?'),
  said('term', 100, 'We would like a longer term of twenty-four months.'),
  said('price', 106, 'The price should stay as it is in the contract.'),
  said('aside', 112, 'Sorry, that was my dog.'),
  said('security', 300, 'Our security people ask for single sign-on.'),
]
const weights = weighWords(passages)

describe('what was said around a line', () => {
  const around = (text: string, at: number | null) =>
    saidAround({ text, at, isHeading: text.startsWith('#') }, passages, weights).map(({ id }) => id)

  test('the passage that shares its words, although another one was the last', () => {
    expect(around('- longer terms: 24 months', 114)).toEqual(['term'])
    expect(around('price stays', 110)).toEqual(['price'])
  })

  test('several in their order, where they fit alike', () => {
    expect(around('months, contract', 112)).toEqual(['term', 'price'])
  })

  test('the one said just before, where no words are shared; a heading has none then', () => {
    expect(around('ok!', 108)).toEqual(['term'])
    expect(around('ok!', 2)).toEqual(['hello'])
    expect(around('# Next', 108)).toEqual([])
  })

  test('nothing, where nobody spoke, nobody knows when, or it was said at another time', () => {
    expect(around('ok!', 200)).toEqual([])
    expect(around('longer term', null)).toEqual([])
    expect(around('security', 110)).toEqual(['price'])
  })

  test('words that everybody says connect nothing', () => {
    const alike = Array.from({ length: 20 }, (_, at) =>
      said(`${at}`, at * 5, 'Really good, really.'),
    )
    const line = { text: 'really', at: 50, isHeading: false }
    const found = saidAround(line, alike, weighWords(alike))
    expect(found.map(({ id }) => id)).toEqual(['9'])
  })
})

describe('what the notes leave out', () => {
  const topic = (kind: Topic['kind'], text: string, start: number, end = start + 5): Topic => {
    return { kind, text, about: '', start, end }
  }
  const missed = (text: string, times: (number | null)[], topics: Topic[]) =>
    leftOut(noteLines({ text, times }), topics, weights).map((one) => one.text)
  const sso = topic('task', 'Paul checks single sign-on', 300)
  const term = topic('decision', 'Renew for 24 months', 100)

  test('what no line speaks of, by its time or its words', () => {
    expect(missed('longer', [108], [sso, term])).toEqual(['Paul checks single sign-on'])
    expect(missed('look into single sign-on', [108], [sso, term])).toEqual([])
    expect(missed('24 months', [null], [sso, term])).toEqual([])
  })

  test('a chapter only where nothing inside it is named', () => {
    const chapter = topic('chapter', 'Security', 290, 400)
    const other = topic('chapter', 'Holidays', 500, 600)
    expect(missed('longer', [108], [chapter, sso, other])).toEqual([
      'Paul checks single sign-on',
      'Holidays',
    ])
  })

  test('blank lines are no notes, and without times nothing is said to be missing', () => {
    expect(noteLines({ text: '# A\n\n- b', times: [1, null, 3] })).toEqual([
      { text: '# A', at: 1, isHeading: true },
      { text: '- b', at: 3, isHeading: false },
    ])
    expect(missed('x', [], [sso])).toEqual([])
    expect(missed('', [], [sso])).toEqual([])
  })
})
