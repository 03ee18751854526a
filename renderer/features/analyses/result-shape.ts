import { holderOf } from '../../ui/json-pointer.ts'
import { analyses } from '../../i18n/en/analyses.ts'
import { humanize } from '../../ui/humanize.ts'
import { isRecord } from '../../ui/is-record.ts'

export type Schema = { readonly [keyword: string]: unknown }
export type Path = readonly (string | number)[]
export type Field = { key: string; label: string; schema: Schema; value: unknown }

/** Three built-in prompts ask for questions, each for others; those that were asked at all are counted under Talk. */
const kinds: Readonly<Record<string, keyof typeof analyses.names>> = {
  'Questions that stayed open': 'open_questions',
  'What the candidate asked': 'candidate_questions',
  'What to ask next time': 'next_questions',
}
const kindOfQuestions = (description: unknown): string =>
  (typeof description === 'string' && kinds[description]) || 'questions'

/** Fields of a result in schema order, followed by those that the schema does not define. */
export function fieldsOf(value: Record<string, unknown>, schema: Schema): Field[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const named = Object.keys(properties).filter((key) => key in value)
  const others = Object.keys(value).filter((key) => !(key in properties))
  return [...named, ...others].map((key) => {
    const own = properties[key]
    const field = isRecord(own) ? own : {}
    const { title } = field
    const shown = key === 'questions' ? kindOfQuestions(field['description']) : key
    const label = typeof title === 'string' && title ? title : humanize(shown)
    return { key, label, schema: field, value: value[key] }
  })
}

/** A path as a JSON pointer (RFC 6901). */
export const toPointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * A result with null in place of what no language model answered, whatever neutral value the schema
 * demanded; fields that were left out are added.
 */
export function withUnanswered(
  result: Record<string, unknown>,
  pointers: readonly string[],
): Record<string, unknown> {
  const shown = structuredClone(result)
  for (const pointer of pointers) {
    const place = holderOf(shown, pointer)
    if (place) Reflect.set(place.holder, place.key, null)
  }
  return shown
}

/** Labels of the whole fields among those that no language model answered. */
export const fieldsOwed = (
  result: Record<string, unknown>,
  schema: Schema,
  pointers: readonly string[],
): string[] =>
  fieldsOf(result, schema)
    .filter(({ key }) => pointers.includes(toPointer([key])))
    .map(({ label }) => label)

export const itemSchema = (schema: Schema): Schema =>
  isRecord(schema['items']) ? schema['items'] : {}

/** An empty field: null, an empty text, an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** "Training, price": words to look over, unlike statements to read. */
export const isKeywords = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && one.split(' ').length <= mostWordsOfKeyword)
const mostWordsOfKeyword = 4

/** What is told comes before what follows from it, and single figures come last. */
const kindOf = ({ value, schema }: Field): number => {
  if (isClaim(value, schema)) return 0
  if (isKeywords(value)) return 2
  return Array.isArray(value) || isRecord(value) ? 1 : 3
}

/** Fields in the order in which they are read; the schema's order within each kind. */
export const inReadingOrder = (fields: readonly Field[]): Field[] =>
  fields.toSorted((one, other) => kindOf(one) - kindOf(other))

/** Whether a value was picked from the schema's own list. */
export const isChoice = (value: unknown, schema: Schema): value is string =>
  typeof value === 'string' && Array.isArray(schema['enum'])

const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Whether a text is a date or a date with a time; null if it is neither. */
export function dateIn(text: string): { hasTime: boolean } | null {
  const found = datePattern.exec(text)
  if (!found || Number.isNaN(Date.parse(text))) return null
  return { hasTime: found[1] !== undefined }
}

/** Choice: beside a transcript there is room for four columns of short values. */
const mostColumns = 4

/** The columns for a list of records; null if they read better one below the other. */
export function columnsOf(items: readonly unknown[], schema: Schema): Field[] | null {
  const records = items.filter(isRecord)
  if (records.length < 2 || records.length < items.length) return null
  const isDeep = records.some((record) =>
    Object.values(record).some((value) => isRecord(value) || Array.isArray(value)),
  )
  const columns = fieldsOf(
    Object.fromEntries(records.flatMap((record) => Object.entries(record))),
    schema,
  )
  return isDeep || columns.length < 2 || columns.length > mostColumns ? null : columns
}

export type TopicGroup = { topic: string; points: { at: number; field: Field }[] }

/**
 * Records of a topic and one text each, under their topics in the order of their first mention; null where a list has
 * others. `at` is the place in the list.
 */
export function topicsOf(items: readonly unknown[], schema: Schema): TopicGroup[] | null {
  const groups = new Map<string, TopicGroup>()
  for (const [at, item] of items.entries()) {
    if (!isRecord(item)) return null
    const [point, ...others] = fieldsOf(item, schema).filter(({ key }) => key !== 'topic')
    const { topic } = item
    if (typeof topic !== 'string' || typeof point?.value !== 'string' || others.length > 0) {
      return null
    }
    const group = groups.get(topic) ?? { topic, points: [] }
    group.points.push({ at, field: point })
    groups.set(topic, group)
  }
  return items.length > 1 ? [...groups.values()] : null
}

/**
 * Whether a value is free text. A value picked from the schema's own list claims nothing by itself.
 */
export const isClaim = (value: unknown, schema: Schema): boolean =>
  typeof value === 'string' &&
  (/\p{L}/u.test(value) || dateIn(value) !== null) &&
  !Array.isArray(schema['enum']) &&
  !('const' in schema)

/** Whether a result contains a text without a source in the recording. */
export function hasUnfound(
  value: unknown,
  schema: Schema,
  { places, path = [] }: { places: Parameters<typeof evidenceAt>[0]; path?: Path },
): boolean {
  if (Array.isArray(value)) {
    const items = itemSchema(schema)
    return value.some((item, at) => hasUnfound(item, items, { places, path: [...path, at] }))
  }
  if (isRecord(value)) {
    return fieldsOf(value, schema).some((field) =>
      hasUnfound(field.value, field.schema, { places, path: [...path, field.key] }),
    )
  }
  return isClaim(value, schema) && evidenceAt(places, path).length === 0
}

/** How much of the transcript was read, in whole percent; 100 only if all of it was. */
export const readShare = ({
  tokens_used: used,
  tokens_total: total,
}: {
  tokens_used: number
  tokens_total: number
}): number => (total === 0 || used >= total ? 100 : Math.min(99, Math.round((100 * used) / total)))

const sharePattern = /(^|_)(probability|share|ratio|confidence|likelihood)$/

/** Formats a number for reading; shares from 0 to 1 become percentages. */
export function formatNumber(key: string, value: number, schema: Schema): string {
  const isShare = schema['maximum'] === 1 || (sharePattern.test(key) && value >= 0 && value <= 1)
  if (isShare) return `${Math.round(value * 100)} %`
  return value.toLocaleString(undefined, { maximumFractionDigits: 2 })
}

/**
 * Ids of the segments that support one part of the result. Paths in the response may be JSON
 * pointers, or use dots and brackets.
 */
export function evidenceAt(
  evidence: Readonly<Record<string, readonly string[]>> | null,
  path: Path,
): readonly string[] {
  const wanted = path.join('/')
  for (const [written, segments] of Object.entries(evidence ?? {})) {
    if (steps(written) === wanted) return segments
  }
  return []
}

const steps = (path: string): string =>
  path
    .split(/[/.[\]]+/)
    .filter((step) => step !== '' && step !== '$')
    .join('/')
