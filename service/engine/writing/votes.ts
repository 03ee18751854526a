/** The answers about the parts of a recording, and the weight of each. */
import { isObject } from '../schema-shape.ts'
import { shareSaid, toWords } from './similar.ts'

/** The answer about one part, and the words said in it. */
export type Vote = { value: unknown; said: ReadonlySet<string>; weight: number }

/** Even an answer that shares no word with its part has some weight. */
const leastSupport = 0.2

/** Weights an answer by the length of its part and by how much of it was said there. */
export function toVote(answer: unknown, part: { text: string; tokens: number }): Vote {
  const said = toWords(part.text).words
  const support = shareSaid(toWords(textsIn(answer).join('\n')), said)
  return { value: answer, said, weight: (part.tokens + 1) * (leastSupport + support) }
}

/** The votes for one property of an object. */
export function votesFor(name: string, votes: readonly Vote[]): Vote[] {
  return votes.map((vote) => ({ ...vote, value: isObject(vote.value) ? vote.value[name] : null }))
}

/** Null counts only if nobody knows more. */
export function known(votes: readonly Vote[]): readonly Vote[] {
  const others = votes.filter(({ value }) => value !== null)
  return others.length > 0 ? others : votes
}

export function weightOf(votes: readonly Vote[]): number {
  return votes.reduce((sum, { weight }) => sum + weight, 0)
}

/** The value with the most weight; the first of equals, so that the result is deterministic. */
export function mostVoted(votes: readonly Vote[]): unknown {
  const groups = [...Map.groupBy(votes, ({ value }) => value)]
  const [main] = groups.toSorted(([, a], [, b]) => weightOf(b) - weightOf(a))
  return main?.[0] ?? null
}

/** The weighted median; always one of the values, so that `multipleOf` still holds. */
export function median(votes: readonly Vote[]): number {
  const sorted = votes.toSorted((a, b) => Number(a.value) - Number(b.value))
  const half = weightOf(votes) / 2
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= half) return Number(value)
  }
  return 0
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
