import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { groupTexts } from '../../../../service/features/insights/grouping.ts'
import { createTerms, type TermsOf } from '../../../../service/features/insights/terms.ts'

let termsOf: TermsOf
beforeAll(async () => {
  termsOf = createTerms()
})

const group = (counts: ReadonlyMap<string, number>, threshold = 0.65) =>
  groupTexts(counts, { termsOf, threshold, pace: async () => {} })
const groupOnce = (texts: readonly string[], threshold?: number) =>
  group(new Map(texts.map((text) => [text, 1])), threshold)
/** The same partition reads the same, whatever order it is in. */
const partition = (groups: readonly string[][]) =>
  groups.map((texts) => texts.toSorted().join(' | ')).toSorted()

describe('texts are one theme', () => {
  test.each([
    ['the same stem', ['pricing', 'price', 'Prices', 'the pricing model']],
    ['the same stems in another order', ['contract renewal', 'renewing contracts']],
    ['one word more', ['contract renewal', 'annual contract renewal', 'Renewal of the contract']],
    ['hyphens', ['onboarding', 'on-boarding', 'Onboarding process']],
    ['British and American', ['organisation', 'Organizations']],
    ['accents and case', ['Café', 'CAFE', 'cafés']],
    ['a genitive', ['customer’s budget', "customer's budgets", 'budget of the customer']],
    ['Spanish', ['los precios', 'precio', 'Precios']],
    ['German', ['die Verträge', 'verträge']],
    ['Japanese', ['契約の更新', '契約更新', '契約 更新']],
    ['full and half width', ['ＡＰＩ', 'api']],
    ['emoji', ['👍']],
  ])('%s', async (_why, texts) => {
    expect(partition(await groupOnce(texts))).toEqual(partition([texts]))
  })
})

describe('texts are different themes', () => {
  test.each([
    ['other words that look alike', ['price', 'prize']],
    ['other words of one stem', ['marketing', 'market']],
    ['organ is no organization', ['organ', 'organization']],
    ['only the light word is shared', ['data model', 'language model']],
    ['half of the words', ['data security', 'data migration']],
    ['numbers', ['Q3 forecast', 'Q4 forecast']],
    ['a negation', ['renewal', 'no renewal']],
    ['Japanese', ['契約の更新', '価格の交渉']],
    ['no words at all', ['👍', '👎', '?', 'the who']],
  ])('%s', async (_why, texts) => {
    expect(partition(await groupOnce(texts))).toEqual(partition(texts.map((text) => [text])))
  })

  it('also where steps in between lead from one to the other', async () => {
    const groups = await groupOnce(['a1 b1', 'a1 b1 c1', 'a1 b1 c1 d1', 'b1 c1 d1 e1', 'd1 e1'])
    for (const texts of groups)
      expect(texts).not.toEqual(expect.arrayContaining(['a1 b1', 'd1 e1']))
  })
})

const word = fc.constantFrom(
  ...['price', 'pricing', 'prize', 'contract', 'contracts', 'renewal', 'renewing', 'model', 'the'],
  ...[
    'budget',
    'Budgets',
    'no',
    'review',
    'precio',
    'los',
    '契約',
    '更新',
    'の',
    '👍',
    'Q3',
    'e-mail',
  ],
)
const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const anyText = fc.oneof(phrase, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }))
const entries = fc.uniqueArray(fc.tuple(anyText, fc.integer({ min: 1, max: 9 })), {
  selector: ([text]) => text,
  maxLength: 40,
})

describe('for any texts', () => {
  it('every text is in exactly one group', () =>
    fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const groups = await group(new Map(list))
        expect(groups.flat().toSorted()).toEqual(list.map(([text]) => text).toSorted())
        expect(groups.every((texts) => texts.length > 0)).toBe(true)
      }),
    ))

  it('the order in which they come does not matter', () =>
    fc.assert(
      fc.asyncProperty(
        entries.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        async ([list, shuffled]) => {
          const [one, other] = [await group(new Map(list)), await group(new Map(shuffled))]
          expect(partition(other)).toEqual(partition(one))
        },
      ),
    ))

  it('the index of rare terms finds what comparing all with all finds', () =>
    fc.assert(
      fc.asyncProperty(entries, fc.constantFrom(0.65, 0.75), async (list, threshold) => {
        const groups = await group(new Map(list), threshold)
        expect(partition(groups)).toEqual(partition(groupSlowly(list, threshold)))
      }),
    ))
})

/** The definition, without any index: each text with each leader. */
function groupSlowly(list: readonly (readonly [string, number])[], threshold: number): string[][] {
  type Node = { key: string; weights: Map<string, number>; texts: string[]; total: number }
  const nodes = new Map<string, Node>()
  for (const [text, count] of list) {
    const { key, list: terms } = termsOf(text)
    const weights = new Map(terms.map(({ term, weight }) => [term, weight]))
    const node = nodes.get(key) ?? { key, weights, texts: [], total: 0 }
    nodes.set(key, { ...node, texts: [...node.texts, text], total: node.total + count })
  }
  const weigh = ({ weights }: Node) => [...weights.values()].reduce((a, b) => a + b, 0)
  const likeness = (a: Node, b: Node) => {
    const all = new Map([...a.weights, ...b.weights])
    const both = [...all].filter(([term]) => a.weights.has(term) && b.weights.has(term))
    const total = (pairs: (readonly [string, number])[]) => pairs.reduce((n, [, w]) => n + w, 0)
    return total(both) / total([...all])
  }
  const leaders: { node: Node; texts: string[] }[] = []
  const order = [...nodes.values()].toSorted(
    (a, b) => weigh(a) - weigh(b) || b.total - a.total || (a.key < b.key ? -1 : 1),
  )
  for (const node of order) {
    const [best] = leaders
      .filter((leader) => likeness(node, leader.node) >= threshold)
      .toSorted(
        (a, b) =>
          likeness(node, b.node) - likeness(node, a.node) ||
          b.node.total - a.node.total ||
          (a.node.key < b.node.key ? -1 : 1),
      )
    if (best) best.texts.push(...node.texts)
    else leaders.push({ node, texts: [...node.texts] })
  }
  return leaders.map(({ texts }) => texts)
}
