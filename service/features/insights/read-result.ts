// What one analysis says about its recording, whatever prompt made it.
import { cutText } from '../../engine/cut-text.ts'
import { facetOf, roleOf, type Facet } from '../../engine/extractive/roles.ts'
import { isObject, step } from '../../engine/schema-shape.ts'
import type { Findings, Mood, Said, SaidAction, SaidObjection, MomentsAt } from './findings.ts'

/** Nobody reads a longer list. */
const mostEntries = 100
const deepest = 4

/**
 * Choice: fields are recognized by their names, as the built-in analyser does. Themes come from
 * lists such as key_topics or themes; where there is none, from main points short enough to be one. `claims` tell who does
 * a task and by when where the task is a text.
 */
export function readResult(
  result: Record<string, unknown>,
  momentsAt: MomentsAt,
  claims: Readonly<Record<string, Details>> | null = null,
): Findings {
  const fields = fieldsOf(result, '', 0)
  const listsOf = (...roles: string[]) =>
    entriesOf(fields.filter(({ name }) => roles.includes(roleOf(name, '') ?? '')))
  const points = entriesOf(fields.filter(({ name }) => isPoints(name)))
  const themesOf = (entries: Entry[] | null) =>
    entries?.flatMap(({ value, pointer }) =>
      themeOf(value).map((text): Said => ({ text, at: momentsAt(pointer) })),
    )
  const shortPoints = themesOf(points)?.filter(({ text }) => isShort(text)) ?? []
  return {
    themes: themesOf(listsOf('topics')) ?? (shortPoints.length > 0 ? shortPoints : null),
    sentiment: sentimentOf(fields),
    actions: listsOf('actions')?.flatMap((entry) => actionOf(entry, momentsAt, claims)) ?? null,
    objections: listsOf('objections')?.flatMap((entry) => objectionOf(entry, momentsAt)) ?? null,
    questions:
      listsOf('questions', 'open_questions')?.flatMap((one) => questionOf(one, momentsAt)) ?? null,
  }
}

type Entry = { value: unknown; pointer: string }
type Field = Entry & { name: string }

/** The fields of an object and of the objects in it. */
function fieldsOf(record: Record<string, unknown>, place: string, depth: number): Field[] {
  return Object.entries(record).flatMap(([name, value]): Field[] => {
    const pointer = step(place, name)
    const inner = isObject(value) && depth < deepest ? fieldsOf(value, pointer, depth + 1) : []
    return [{ name, value, pointer }, ...inner]
  })
}

/** The entries of those fields that are lists; null where none is. */
function entriesOf(fields: readonly Field[]): Entry[] | null {
  const lists = fields.filter(({ value }) => Array.isArray(value))
  if (lists.length === 0) return null
  return lists.flatMap(({ value, pointer }) =>
    (Array.isArray(value) ? value : [])
      .slice(0, mostEntries)
      .map((entry: unknown, index) => ({ value: entry, pointer: step(pointer, index) })),
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
  const text = isObject(entry)
    ? (partOf(entry, ['topic', 'text'], 120) ?? tidy(entry['name'], 120))
    : tidy(entry, 120)
  return text === null ? [] : [text]
}

type Details = { owner?: string | null; due?: string | null }

function actionOf(
  { value, pointer }: Entry,
  momentsAt: MomentsAt,
  claims: Readonly<Record<string, Details>> | null,
): SaidAction[] {
  const parts = isObject(value) ? value : null
  const text = parts ? partOf(parts, ['text'], 300) : tidy(value, 300)
  if (text === null) return []
  return [
    {
      text,
      owner: parts ? partOf(parts, ['owner'], 100) : tidy(claims?.[pointer]?.owner, 100),
      due: parts ? partOf(parts, ['due'], 100) : tidy(claims?.[pointer]?.due, 100),
      at: momentsAt(pointer),
    },
  ]
}

/** Only a field for the answer that was left empty tells that there was none. */
function objectionOf({ value, pointer }: Entry, momentsAt: MomentsAt): SaidObjection[] {
  const parts = isObject(value) ? value : null
  const text = parts ? partOf(parts, ['topic', 'text'], 120) : tidy(value, 120)
  if (text === null) return []
  const answer = Object.entries(parts ?? {}).find(([name]) => facetOf(name, '') === 'response')
  const isEmpty = answer !== undefined && (answer[1] === null || answer[1] === '')
  return [{ text, isOpen: isEmpty, at: momentsAt(pointer) }]
}

function questionOf({ value, pointer }: Entry, momentsAt: MomentsAt): Said[] {
  const text = isObject(value) ? partOf(value, ['text', 'topic'], 300) : tidy(value, 300)
  return text === null ? [] : [{ text, at: momentsAt(pointer) }]
}

function sentimentOf(fields: readonly Field[]): Mood | null {
  for (const { name, value } of fields) {
    if (roleOf(name, '') !== 'mood') continue
    const label = isObject(value) ? (value['overall'] ?? value['label'] ?? value['value']) : value
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
