/** Answers one value of a schema from the facts, or not at all. */
import { cutText } from '../cut-text.ts'
import type { PlanOf } from '../schema-plan.ts'
import type { Facts } from './facts.ts'
import type { Item } from './item.ts'
import type { MoodLabel } from './sentiment.ts'
import { facetOf, isListRole } from './roles.ts'
import type { Role } from './roles.ts'

/**
 * `role` is what the list or property is about; `item` the listed item whose parts are requested.
 */
export type Field = {
  name: string
  hint: string
  role: Role | null
  item: Item | null
  /** Whether it is a property of the listed item rather than the item itself. */
  isPart: boolean
}

/** `segmentIds` is null for computed values, which need no evidence. */
export type Answer = { value: unknown; segmentIds: string[] | null }

const usualSummary = 900

export function knownText(plan: PlanOf<'string'>, field: Field, facts: Facts): Answer | null {
  if (plan.format === 'date') return knownDate(field)
  if (plan.format !== null) return null
  const limit = plan.max ?? Infinity
  const found = field.item
    ? textOfItem(field, field.item, facts)
    : textOfRole(field, facts, Math.min(limit, usualSummary))
  if (!found || found.text === '') return null
  const value = cutText(found.text, limit)
  return value.length < plan.min ? null : { value, segmentIds: found.segmentIds }
}

/** Returns a day only if the words determine one. */
function knownDate({ item, name, hint }: Field): Answer | null {
  const isDay = item?.due && /^\d{4}-\d\d-\d\d$/u.test(item.due)
  const isDue = facetOf(name, hint) === 'due'
  return item && isDay && isDue ? { value: item.due, segmentIds: item.segmentIds } : null
}

type Text = { text: string; segmentIds: string[] | null }

function textOfItem(field: Field, item: Item, facts: Facts): Text | null {
  const { segmentIds } = item
  const from = (text: string | null | undefined) => (text ? { text, segmentIds } : null)
  const start = item.remark?.[0].start
  if (!field.isPart) return from(item.text)
  switch (facetOf(field.name, field.hint)) {
    case 'owner':
      return from(item.owner ?? (field.role === 'names' ? item.text : null))
    case 'due':
      return from(item.due)
    case 'topic':
      return from(field.role === 'topics' ? item.text : facts.topicOf(item))
    case 'response':
      return facts.responseTo(item)
    case 'start':
      return start === undefined ? null : { text: clockTime(start), segmentIds: null }
    case 'mood':
      return from(moodOfItem(item, facts)?.label)
    case 'end':
    case 'share':
      return null
    case 'text':
      return from(item.text)
    case null:
      return null
  }
}

function textOfRole({ role, name }: Field, facts: Facts, characters: number): Text | null {
  switch (role) {
    case null:
      return facts.spokenOf(name)
    case 'duration':
    case 'words':
    case 'names':
    case 'dates':
      // With several names or dates it is unclear which one is wanted.
      return null
    case 'summary':
      return facts.summary(characters)
    case 'mood': {
      const mood = facts.mood()
      return mood ? { text: mood.label, segmentIds: idsOf(mood.from) } : null
    }
    case 'language':
      return { text: facts.language, segmentIds: null }
    case 'title': {
      const [first, second] = facts.list('topics')
      const text = [first, second].flatMap((topic) => topic?.text ?? []).join(', ')
      return first ? { text: capital(text), segmentIds: first.segmentIds } : null
    }
    default:
      return joined(
        facts.list(role),
        role === 'topics' || role === 'speakers' ? ', ' : ' ',
        characters,
      )
  }
}

function joined(items: readonly Item[], separator: string, characters: number): Text | null {
  const used: Item[] = []
  for (const item of items.slice(0, 5)) {
    const length = [...used, item].map(({ text }) => text).join(separator).length
    if (used.length === 0 || length <= characters) used.push(item)
  }
  if (used.length === 0) return null
  return {
    text: used.map(({ text }) => text).join(separator),
    segmentIds: [...new Set(used.flatMap(({ segmentIds }) => segmentIds))],
  }
}

function idsOf(from: readonly { segmentIds: string[] }[]): string[] | null {
  const ids = [...new Set(from.flatMap(({ segmentIds }) => segmentIds))]
  return ids.length > 0 ? ids : null
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The mood of an item; for a speaker, the mood of everything they said. */
function moodOfItem(item: Item, facts: Facts): { label: MoodLabel; score: number } | null {
  if (!item.remark) return item.owner === null ? null : facts.mood(item.owner)
  const { sentiment } = item.remark[0]
  if (sentiment === null) return null
  const label = sentiment > 0.1 ? 'positive' : sentiment < -0.1 ? 'negative' : 'neutral'
  return { label, score: sentiment }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time from the start as minutes and seconds, as `1:02:03` from one hour on. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = `${two(minutes)}:${two(whole % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

export function knownNumber(plan: PlanOf<'number'>, field: Field, facts: Facts): Answer | null {
  const value = field.item ? numberOfItem(field, facts) : numberOfTalk(field, facts)
  if (value === null) return null
  const fitted = plan.integer ? Math.round(value) : value
  const isMultiple = plan.multipleOf === null || fitted % plan.multipleOf === 0
  const fits = fitted >= plan.min && fitted <= plan.max && isMultiple
  return fits ? { value: fitted, segmentIds: null } : null
}

function numberOfItem({ name, hint, item, role }: Field, facts: Facts): number | null {
  const facet = facetOf(name, hint)
  if (/confiden|probab|certain/iu.test(name)) return item?.confidence ?? null
  if (facet === 'start') return item?.remark?.[0].start ?? null
  if (facet === 'mood') return item ? (moodOfItem(item, facts)?.score ?? null) : null
  const isCount = /count|words|sentences|turns/iu.test(name)
  if (role !== 'speakers' || (facet !== 'share' && !isCount)) return null
  const own = facts.sentences.filter(({ speaker }) => speaker === item?.owner)
  const words = own.reduce((sum, sentence) => sum + sentence.words, 0)
  if (isCount) return /word/iu.test(name) ? words : own.length
  const all = facts.sentences.reduce((sum, sentence) => sum + sentence.words, 0)
  const share = words / Math.max(1, all)
  return /percent/iu.test(`${name} ${hint}`) ? Math.round(share * 100) : Number(share.toFixed(2))
}

function numberOfTalk({ name, hint, role }: Field, facts: Facts): number | null {
  if (role === 'mood') return facts.mood()?.score ?? null
  if (role === 'words') return facts.sentences.reduce((sum, { words }) => sum + words, 0)
  const isCount = /count|number|how many|total|num\b|num_/iu.test(`${name} ${hint}`)
  if (!isCount || !isListRole(role)) return null
  return facts.list(role).length
}

export function knownLiteral(plan: PlanOf<'literals'>, field: Field, facts: Facts): Answer | null {
  const { values } = plan
  if (values.includes(true)) return knownTruth(field, facts)
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length > 0) {
    const all = { kind: 'number', hint: '', integer: true, multipleOf: null } as const
    const answer = knownNumber({ ...all, min: -Infinity, max: Infinity }, field, facts)
    return answer && values.some((value) => value === answer.value) ? answer : null
  }
  const words = values.filter((value) => typeof value === 'string')
  return field.role === 'mood' || facetOf(field.name, '') === 'mood'
    ? knownMood(words, field, facts)
    : mentioned(words, field, facts)
}

/** Answers "has_questions", "follow_up_needed": whether there are any. */
function knownTruth({ name, role, item }: Field, facts: Facts): Answer | null {
  const asksForAny = /has|any|needed|required|is_there|contains|exist|were|was/iu.test(name)
  if (item || !isListRole(role) || !asksForAny) return null
  const found = facts.list(role)
  return { value: found.length > 0, segmentIds: found[0]?.segmentIds ?? null }
}

const moodWords = {
  positive: /^(very |mostly |somewhat )?(positive|good|happy|satisfied|favou?rable|pos)$/iu,
  neutral: /^(neutral|mixed|balanced|neu)$/iu,
  negative: /^(very |mostly |somewhat )?(negative|bad|unhappy|dissatisfied|unfavou?rable|neg)$/iu,
}

function knownMood(values: readonly string[], { item }: Field, facts: Facts): Answer | null {
  const mood = facts.mood()
  const label = (item ? moodOfItem(item, facts) : mood)?.label
  if (!label) return null
  const pattern = moodWords[label]
  const plain = values.find((value) => value.toLowerCase() === label)
  const value = plain ?? values.find((one) => pattern.test(one.replaceAll('_', ' ')))
  if (value === undefined) return null
  return { value, segmentIds: item ? item.segmentIds : idsOf(mood?.from ?? []) }
}

/** The value that was mentioned clearly more often than the others. */
function mentioned(values: readonly string[], field: Field, facts: Facts): Answer | null {
  const where = field.item ? [field.item.remark?.[0]].flatMap((one) => one ?? []) : facts.sentences
  const counts = values.map((value) => {
    const words = value.replaceAll(/[_-]+/gu, ' ').replaceAll(/[^\p{L}\p{N} ]/gu, '')
    const pattern = new RegExp(String.raw`(?<!\p{L})${words}(?!\p{L})`, 'iu')
    return { value, at: words.length > 2 ? where.filter(({ text }) => pattern.test(text)) : [] }
  })
  const [best, second] = counts.toSorted((a, b) => b.at.length - a.at.length)
  const least = field.item ? 1 : 2
  if (!best || best.at.length < Math.max(least, 2 * (second?.at.length ?? 0))) return null
  return { value: best.value, segmentIds: idsOf(best.at) }
}
