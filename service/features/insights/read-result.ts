// What one analysis says about its recording, whatever prompt made it.
import { cutText } from '../../engine/cut-text.ts'
import { facetOf, roleOf, type Facet } from '../../engine/extractive/roles.ts'

export type Mood = 'positive' | 'neutral' | 'negative'
export type Action = { text: string; owner: string | null; due: string | null }
export type Objection = { topic: string | null; isAnswered: boolean }

/** Null where the result has no field for it; an empty list says that there was none. */
export type Findings = {
  themes: string[] | null
  sentiment: Mood | null
  actions: Action[] | null
  objections: Objection[] | null
}

/** A result that lists more of a kind is not what somebody reads. */
const mostEntries = 100
const deepest = 4

/**
 * Choice: fields are told by their names, as the built-in analyser tells them. Themes come from
 * lists such as key_topics or themes; where there is none, from main points short enough to be one.
 */
export function readResult(result: Record<string, unknown>): Findings {
  const fields = fieldsOf(result, 0)
  const listsOf = (role: string) => entriesOf(fields.filter(([name]) => roleOf(name, '') === role))
  const points = entriesOf(fields.filter(([name]) => isPoints(name)))
  const shortPoints = points?.flatMap(themeOf).filter(isShort) ?? []
  return {
    themes: listsOf('topics')?.flatMap(themeOf) ?? (shortPoints.length > 0 ? shortPoints : null),
    sentiment: sentimentOf(fields),
    actions: listsOf('actions')?.flatMap(actionOf) ?? null,
    objections: listsOf('objections')?.flatMap(objectionOf) ?? null,
  }
}

/** One recording seen through several analyses, the newest first. */
export function mergeFindings(all: readonly Findings[]): Findings {
  // Choice: themes and action items of all are taken together; the newest that judges the tone, or
  // lists objections, is believed, because the same thing may be worded twice.
  return {
    themes: unite(all.map(({ themes }) => themes)),
    actions: unite(all.map(({ actions }) => actions)),
    sentiment: all.find(({ sentiment }) => sentiment !== null)?.sentiment ?? null,
    objections: all.find(({ objections }) => objections !== null)?.objections ?? null,
  }
}

/** What the first says nothing about is taken from the second. */
export const fillFindings = (first: Findings, second: Findings): Findings => ({
  themes: first.themes ?? second.themes,
  actions: first.actions ?? second.actions,
  sentiment: first.sentiment ?? second.sentiment,
  objections: first.objections ?? second.objections,
})

function unite<T>(lists: readonly (T[] | null)[]): T[] | null {
  const present = lists.filter((list) => list !== null)
  return present.length > 0 ? present.flat() : null
}

type NamedValue = readonly [name: string, value: unknown]

/** The fields of an object and of the objects in it. */
function fieldsOf(record: Record<string, unknown>, depth: number): NamedValue[] {
  return Object.entries(record).flatMap(([name, value]): NamedValue[] => {
    const inner = isRecord(value) && depth < deepest ? fieldsOf(value, depth + 1) : []
    return [[name, value], ...inner]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of those fields that are lists; null where none is. */
function entriesOf(fields: readonly NamedValue[]): unknown[] | null {
  return unite(
    fields.map(([, value]) => (Array.isArray(value) ? value.slice(0, mostEntries) : null)),
  )
}

const isPoints = (name: string): boolean =>
  /^(?:key|main|talking)?[ _-]?(?:points?|takeaways?)$/iu.test(name)

const isShort = (text: string): boolean => text.split(/\s+/u).length <= 5

const tidy = (text: unknown, limit: number): string | null =>
  typeof text === 'string' ? cutText(text.replaceAll(/\s+/gu, ' ').trim(), limit) || null : null

/** The first part of an entry that has one of the meanings, in their order. */
function partOf(entry: Record<string, unknown>, facets: readonly Facet[], limit: number) {
  const parts = Object.entries(entry).map(([name, value]) => ({
    facet: facetOf(name, ''),
    text: tidy(value, limit),
  }))
  for (const facet of facets) {
    const found = parts.find((part) => part.facet === facet && part.text !== null)
    if (found) return found.text
  }
  return null
}

function themeOf(entry: unknown): string[] {
  // "name" is the theme's own here, though elsewhere it is a person's.
  const text = isRecord(entry)
    ? (partOf(entry, ['topic', 'text'], 120) ?? tidy(entry['name'], 120))
    : tidy(entry, 120)
  return text === null ? [] : [text]
}

function actionOf(entry: unknown): Action[] {
  if (!isRecord(entry)) {
    const text = tidy(entry, 300)
    return text === null ? [] : [{ text, owner: null, due: null }]
  }
  const text = partOf(entry, ['text'], 300)
  if (text === null) return []
  return [{ text, owner: partOf(entry, ['owner'], 100), due: partOf(entry, ['due'], 100) }]
}

/** Only a field for the answer that was left empty tells that there was none. */
function objectionOf(entry: unknown): Objection[] {
  if (!isRecord(entry)) return []
  const answer = Object.entries(entry).find(([name]) => facetOf(name, '') === 'response')
  const isEmpty = answer !== undefined && (answer[1] === null || answer[1] === '')
  return [{ topic: partOf(entry, ['topic', 'text'], 120), isAnswered: !isEmpty }]
}

function sentimentOf(fields: readonly NamedValue[]): Mood | null {
  for (const [name, value] of fields) {
    if (roleOf(name, '') !== 'mood') continue
    const label = isRecord(value) ? (value['overall'] ?? value['label'] ?? value['value']) : value
    const mood = typeof label === 'string' ? toMood(label) : null
    if (mood) return mood
  }
  return null
}

/** Choice: mixed is neutral; any other word, and a bare number without a scale, says nothing. */
function toMood(label: string): Mood | null {
  const words = label.replaceAll(/[_-]+/gu, ' ').trim()
  if (/^(?:(?:very|mostly|somewhat|slightly|rather) )?positive$/iu.test(words)) return 'positive'
  if (/^(?:(?:very|mostly|somewhat|slightly|rather) )?negative$/iu.test(words)) return 'negative'
  return /^(?:neutral|mixed|balanced)$/iu.test(words) ? 'neutral' : null
}
