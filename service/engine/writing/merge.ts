/**
 * Merges the answers about the parts of a recording field by field: joins lists, takes the median
 * of numbers and the majority of choices. Picks one of the texts; combine-texts.ts writes them
 * again if the parts differ.
 */
import { isObject } from '../schema-shape.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { mergeItems } from './merge-items.ts'
import { shareSaid, toWords } from './similar.ts'
import { known, median, mostVoted, votesFor, weightOf } from './votes.ts'
import type { Vote } from './votes.ts'

/** Merges the votes; the result conforms to the plan if every vote's value does. */
export function mergeVotes(plan: Plan, votes: readonly Vote[]): unknown {
  switch (plan.kind) {
    case 'object': {
      const entries = plan.entries.map(({ name, plan: child }) => {
        return [name, mergeVotes(child, votesFor(name, votes))] as const
      })
      return Object.fromEntries(entries)
    }
    case 'array':
      return mergeItems(plan, votes)
    case 'string':
      return plan.format ? mostVoted(votes) : (agreedText(votes) ?? bestText(votes))
    case 'number':
      return median(withNumberSaid(votes))
    case 'literals': {
      const voting = known(votes)
      const isScale = voting.every(({ value }) => typeof value === 'number')
      return isScale && voting.length > 0 ? median(voting) : mostVoted(voting)
    }
    case 'choice': {
      const { option, votes: group } = mainOption(plan, votes)
      return option ? mergeVotes(option, group) : null
    }
  }
}

/** The alternative with the most weight. */
export function mainOption(
  plan: PlanOf<'choice'>,
  votes: readonly Vote[],
): { option: Plan | undefined; votes: Vote[] } {
  const groups = Map.groupBy(known(votes), ({ value }) => {
    return plan.options.find((option) => fits(option, value))
  })
  const [main] = [...groups].toSorted(([, a], [, b]) => weightOf(b) - weightOf(a))
  return { option: main?.[0], votes: main?.[1] ?? [] }
}

/** The text on which parts with more than half of the weight agree, or undefined. */
export function agreedText(votes: readonly Vote[]): unknown {
  const texts = votes.filter(({ value }) => value !== '')
  const groups = Map.groupBy(texts, ({ value }) => [...toWords(String(value)).words].join(' '))
  const main = [...groups.values()].find((group) => 2 * weightOf(group) > weightOf(texts))
  return main?.[0]?.value
}

/** The text whose words were most often said. */
function bestText(votes: readonly Vote[]): unknown {
  const scored = votes.map(({ value, said }) => {
    return { value, score: shareSaid(toWords(String(value)), said) }
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.value ?? ''
}

/** Prefers parts in which a number was spoken over those that made one up. */
function withNumberSaid(votes: readonly Vote[]): readonly Vote[] {
  const spoken = votes.filter(({ value, said }) => said.has(String(value)))
  return spoken.length > 0 ? spoken : votes
}

/** Whether a value was written under this plan, judged by its kind and property names. */
function fits(plan: Plan, value: unknown): boolean {
  switch (plan.kind) {
    case 'object': {
      if (!isObject(value)) return false
      const names = Object.keys(value)
      return (
        names.length === plan.entries.length &&
        plan.entries.every((entry) => fits(entry.plan, value[entry.name]))
      )
    }
    case 'array':
      return Array.isArray(value) && value.every((item) => fits(plan.items, item))
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && value >= plan.min && value <= plan.max
    case 'literals':
      return plan.values.some((literal) => literal === value)
    case 'choice':
      return plan.options.some((option) => fits(option, value))
  }
}
