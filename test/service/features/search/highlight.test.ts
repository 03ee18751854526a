import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTerms,
  markEnd,
  markStart,
  pickPassages,
  readMarks,
  toExcerpt,
  withoutMarks,
} from '../../../../service/features/search/highlight.ts'

const marked = (text: string) => text.replaceAll('[', markStart).replaceAll(']', markEnd)
const excerpt = (text: string) => toExcerpt(readMarks(marked(text)))
const plain = (html: string) =>
  html.replaceAll(/<\/?mark>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, '.')

describe('marks', () => {
  it('become mark tags around escaped text', () => {
    expect(excerpt('Send the [contract] <b>& "now"</b> by [Friday].')).toBe(
      'Send the <mark>contract</mark> &lt;b&gt;&amp; &quot;now&quot;&lt;/b&gt; by <mark>Friday</mark>.',
    )
  })

  it('that are broken, empty or nested still give balanced tags', () => {
    expect(excerpt('[a [b] c] [] ] [d')).toBe('<mark>a b</mark> c   d')
  })

  it('in the recording itself are taken away before', () => {
    expect(withoutMarks(`a${markStart}b${markEnd}`)).toBe('ab')
  })

  it('of overlapping terms are merged; terms are found whatever their accents and case', () => {
    const found = addTerms(readMarks(marked('[会议]纪要 Été')), ['会议纪', 'ete'])
    expect(toExcerpt(found)).toBe('<mark>会议纪</mark>要 <mark>Été</mark>')
  })
})

describe('excerpts', () => {
  const long = `${'before '.repeat(100)}[needle]${' after'.repeat(100)}`

  it('of long texts are at most 200 characters around the first mark, between words', () => {
    const html = excerpt(long)
    expect(html).toMatch(/^…(before )+<mark>needle<\/mark>( after)+…$/)
    expect(plain(html).length).toBeLessThanOrEqual(202)
  })

  it('show one line only, the first with a mark', () => {
    expect(excerpt('The end.\n\nAsk for the [price]\nof [seats]')).toBe(
      'Ask for the <mark>price</mark>',
    )
  })

  it('are safe and bounded for any text and marks', () => {
    const chunk = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        markStart,
        markEnd,
        '<',
        '>',
        '&',
        '"',
        "'",
        '<mark>',
        '</mark>',
        '<script>',
        '😀',
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), (chunks) => {
        const html = toExcerpt(readMarks(chunks.join('')))
        const tags = html.match(/<[^>]*>?/g) ?? []
        expect(tags.filter((tag) => tag !== '<mark>' && tag !== '</mark>')).toEqual([])
        expect(tags.every((tag, index) => tag === (index % 2 ? '</mark>' : '<mark>'))).toBe(true)
        expect(html.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)
        expect(plain(html).length).toBeLessThanOrEqual(202)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('passages', () => {
  const body = `${'filler '.repeat(300)}the price was named ${'filler '.repeat(300)}price and contract ${'filler '.repeat(300)}`

  it('are short, and the one with most of the words comes first', () => {
    const passages = pickPassages(body, ['contract', 'price'])
    expect(passages[0]).toContain('price and contract')
    expect(passages).toHaveLength(2)
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(400)
  })

  it('begin where a word begins with the stem, accents aside', () => {
    expect(pickPassages('Wir trinken Café.', ['cafe'])).toHaveLength(1)
    expect(pickPassages('Our policies differ.', ['polici'])).toHaveLength(1)
    expect(pickPassages('An enterprise.', ['prise'])).toEqual([])
  })

  it('never mix what was said with what was noted', () => {
    const said = 'So we agree on the price.'
    expect(pickPassages(`${said}\n\nAsk for the price list\nprice per seat`, ['price'])).toEqual([
      said,
      'Ask for the price list',
      'price per seat',
    ])
  })

  it('never take long, whatever is looked for', () => {
    const startedAt = performance.now()
    pickPassages(
      'price '.repeat(100_000),
      Array.from({ length: 500 }, (_, index) => `p${index}`),
    )
    pickPassages('a'.repeat(600_000), ['a', 'aa', 'aaa'])
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
