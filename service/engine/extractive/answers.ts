/** Answers one value of a schema from the facts, or not at all. */
import { cutText } from '../cut-text.ts'
import type { PlanOf } from '../schema-plan.ts'
import type { Facts } from './facts.ts'
import type { Item } from './item.ts'
import { clearMoodOf, type Mood } from './sentiment.ts'
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
  /** Why there is no value, for what only fills a list up to its least length; else null. */
  padding: Gap | null
}

/** Why there is no value: the recording does not give one, or only a language model could tell. */
export type Gap = 'not_said' | 'needs_language_model'

/** `segmentIds` is null for computed values, which need no evidence. */
export type Answer = { value: unknown; segmentIds: string[] | null }

const usualSummary = 900

export function knownText(plan: PlanOf<'string'>, field: Field, facts: Facts): Answer | Gap {
  if (plan.format === 'date') return knownDate(field)
  if (plan.format !== null || !facts.speaksFor(field.role)) return 'needs_language_model'
  const limit = plan.max ?? Infinity
  const found = field.item
    ? textOfItem(field, field.item, facts)
    : textOfRole(field, facts, Math.min(limit, usualSummary))
  if (typeof found === 'string') return found
  const value = cutText(found.text, limit)
  return value.length < plan.min ? 'needs_language_model' : { value, segmentIds: found.segmentIds }
}

/** Returns a day only if the words determine one. */
function knownDate({ item, name, hint }: Field): Answer | Gap {
  if (!item || facetOf(name, hint) !== 'due') return 'needs_language_model'
  const isDay = item.due !== null && /^\d{4}-\d\d-\d\d$/u.test(item.due)
  return isDay ? { value: item.due, segmentIds: item.segmentIds } : 'not_said'
}

type Text = { text: string; segmentIds: string[] | null }

function textOfItem(field: Field, item: Item, facts: Facts): Text | Gap {
  const { segmentIds } = item
  const from = (text: string | null | undefined): Text | Gap =>
    text ? { text, segmentIds } : 'not_said'
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
      return facts.responseTo(item) ?? 'not_said'
    case 'start':
      return start === undefined ? 'not_said' : { text: clockTime(start), segmentIds: null }
    case 'mood':
      return toMoodText(moodOfItem(item, facts), segmentIds)
    case 'text':
      return from(item.text)
    case 'end':
    case 'share':
    case null:
      return 'needs_language_model'
  }
}

function textOfRole({ role, name }: Field, facts: Facts, characters: number): Text | Gap {
  if (role !== null && !facts.finds(role)) return 'needs_language_model'
  switch (role) {
    case null:
      return facts.spokenOf(name) ?? 'needs_language_model'
    case 'duration':
    case 'words':
    case 'names':
    case 'dates':
      // With several names or dates it is unclear which one is wanted.
      return 'needs_language_model'
    case 'summary':
      return facts.summary(characters) ?? 'not_said'
    case 'mood': {
      const mood = facts.mood()
      return toMoodText(mood, mood && idsOf(mood.from))
    }
    case 'language':
      return { text: facts.language, segmentIds: null }
    case 'title': {
      const [first, second] = facts.list('topics')
      const text = [first, second].flatMap((topic) => topic?.text ?? []).join(', ')
      return first ? { text: capital(text), segmentIds: first.segmentIds } : 'not_said'
    }
    default:
      return joined(
        facts.list(role),
        role === 'topics' || role === 'speakers' ? ', ' : ' ',
        characters,
      )
  }
}

const toMoodText = (mood: Mood | null, segmentIds: string[] | null): Text | Gap =>
  mood ? { text: mood.isMixed ? 'mixed' : mood.label, segmentIds } : 'needs_language_model'

function joined(items: readonly Item[], separator: string, characters: number): Text | Gap {
  const used: Item[] = []
  for (const item of items.slice(0, 5)) {
    const length = [...used, item].map(({ text }) => text).join(separator).length
    if (used.length === 0 || length <= characters) used.push(item)
  }
  if (used.length === 0) return 'not_said'
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

/** The mood of an item where it is clear; for a speaker, the mood of everything they said. */
function moodOfItem({ remark, owner }: Item, facts: Facts): Mood | null {
  if (!facts.finds('mood')) return null
  if (!remark) return owner === null ? null : facts.mood(owner)
  return clearMoodOf(remark)
}

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time from the start as minutes and seconds, as `1:02:03` from one hour on. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = `${two(minutes)}:${two(whole % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

export function knownNumber(plan: PlanOf<'number'>, field: Field, facts: Facts): Answer | Gap {
  const value = field.item ? numberOfItem(field, field.item, facts) : numberOfTalk(field, facts)
  if (typeof value === 'string') return value
  const fitted = plan.integer ? Math.round(value) : value
  const isMultiple = plan.multipleOf === null || fitted % plan.multipleOf === 0
  const fits = fitted >= plan.min && fitted <= plan.max && isMultiple
  return fits ? { value: fitted, segmentIds: null } : 'needs_language_model'
}

function numberOfItem({ name, hint, role }: Field, item: Item, facts: Facts): number | Gap {
  const facet = facetOf(name, hint)
  if (/confiden|probab|certain/iu.test(name)) return item.confidence ?? 'needs_language_model'
  if (facet === 'start') return item.remark?.[0].start ?? 'not_said'
  if (facet === 'mood') return moodOfItem(item, facts)?.score ?? 'needs_language_model'
  const isCount = /count|words|sentences|turns/iu.test(name)
  if (role !== 'speakers' || (facet !== 'share' && !isCount)) return 'needs_language_model'
  const own = facts.sentences.filter(({ speaker }) => speaker === item.owner)
  const words = own.reduce((sum, sentence) => sum + sentence.words, 0)
  if (isCount) return /word/iu.test(name) ? words : own.length
  const all = facts.sentences.reduce((sum, sentence) => sum + sentence.words, 0)
  const share = words / Math.max(1, all)
  return /percent/iu.test(`${name} ${hint}`) ? Math.round(share * 100) : Number(share.toFixed(2))
}

function numberOfTalk({ name, hint, role }: Field, facts: Facts): number | Gap {
  if (role === null || !facts.finds(role)) return 'needs_language_model'
  if (role === 'mood') return facts.mood()?.score ?? 'needs_language_model'
  if (role === 'words') return facts.sentences.reduce((sum, { words }) => sum + words, 0)
  const isCount = /count|number|how many|total|num\b|num_/iu.test(`${name} ${hint}`)
  return isCount && isListRole(role) && facts.findsAll(role)
    ? facts.list(role).length
    : 'needs_language_model'
}

/** A choice among words that are no mood is a judgement: how often each is said does not make it. */
export function knownLiteral(plan: PlanOf<'literals'>, field: Field, facts: Facts): Answer | Gap {
  const { values } = plan
  if (values.includes(true)) return knownTruth(field, facts)
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length > 0) {
    const all = { kind: 'number', hint: '', integer: true, multipleOf: null } as const
    const answer = knownNumber({ ...all, min: -Infinity, max: Infinity }, field, facts)
    if (typeof answer === 'string') return answer
    return values.some((value) => value === answer.value) ? answer : 'needs_language_model'
  }
  const words = values.filter((value) => typeof value === 'string')
  const isMood = field.role === 'mood' || facetOf(field.name, '') === 'mood'
  return isMood && facts.finds('mood') ? knownMood(words, field, facts) : 'needs_language_model'
}

/** Answers "has_questions", "follow_up_needed": whether there are any. */
function knownTruth({ name, role, item }: Field, facts: Facts): Answer | Gap {
  const asksForAny = /has|any|needed|required|is_there|contains|exist|were|was/iu.test(name)
  if (item || !isListRole(role) || !asksForAny || !facts.finds(role)) return 'needs_language_model'
  const found = facts.list(role)
  if (found.length === 0 && !facts.findsAll(role)) return 'needs_language_model'
  return { value: found.length > 0, segmentIds: found[0]?.segmentIds ?? null }
}

const moodWords = {
  positive: /^(very |mostly |somewhat )?(positive|good|happy|satisfied|favou?rable|pos)$/iu,
  neutral: /^(neutral|mixed|balanced|neu)$/iu,
  negative: /^(very |mostly |somewhat )?(negative|bad|unhappy|dissatisfied|unfavou?rable|neg)$/iu,
}

function knownMood(values: readonly string[], { item }: Field, facts: Facts): Answer | Gap {
  const mood = facts.mood()
  const label = (item ? moodOfItem(item, facts) : mood)?.label
  if (!label) return 'needs_language_model'
  const mixed = values.find((one) => one.toLowerCase() === 'mixed')
  if (!item && mood?.isMixed)
    return mixed === undefined
      ? 'needs_language_model'
      : { value: mixed, segmentIds: idsOf(mood.from) }
  const pattern = moodWords[label]
  const plain = values.find((value) => value.toLowerCase() === label)
  const value = plain ?? values.find((one) => pattern.test(one.replaceAll('_', ' ')))
  if (value === undefined) return 'needs_language_model'
  return { value, segmentIds: item ? item.segmentIds : idsOf(mood?.from ?? []) }
}
