// One level of an output schema in the builder's terms. Each change touches only the keywords it
// concerns, so anything the builder cannot show is preserved.
import { isRecord } from '../../ui/is-record.ts'

export type JsonObject = { readonly [key: string]: unknown }

export const kinds = [
  'text',
  'long',
  'number',
  'whole',
  'yesno',
  'choice',
  'date',
  'list',
  'group',
] as const
export type Kind = (typeof kinds)[number]
/** `other` is what only JSON can express: a reference, alternatives, several types. */
export type ShownKind = Kind | 'other'

/** Choice: longer than a line or two, as a summary is. */
const longFrom = 200
const longLength = 600

const typeOfKind: Record<Kind, string> = {
  text: 'string',
  long: 'string',
  number: 'number',
  whole: 'integer',
  yesno: 'boolean',
  choice: 'string',
  date: 'string',
  list: 'array',
  group: 'object',
}

/** Keywords that apply to one type only; they are removed when a field changes its type. */
const constraints = [
  'type',
  'enum',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
]

const limitNames = ['maxLength', 'minimum', 'maximum', 'maxItems'] as const
export type LimitName = (typeof limitNames)[number]

export const limitsOf: Record<Kind, readonly LimitName[]> = {
  text: ['maxLength'],
  long: ['maxLength'],
  number: ['minimum', 'maximum'],
  whole: ['minimum', 'maximum'],
  yesno: [],
  choice: [],
  date: [],
  list: ['maxItems'],
  group: [],
}

/** The one type other than null; undefined if there are several or none. */
function typeOf({ type }: JsonObject): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined
}

const alternatives = ['anyOf', 'oneOf', '$ref', 'const']

export function kindOf(node: JsonObject): ShownKind {
  if (alternatives.some((key) => key in node)) return 'other'
  if ('enum' in node) return isChoice(node) ? 'choice' : 'other'
  const type = typeOf(node)
  if (type === 'string') return textKind(node)
  if (type === 'number') return 'number'
  if (type === 'integer') return 'whole'
  if (type === 'boolean') return 'yesno'
  if (type === 'array') return isRecord(node['items']) ? 'list' : 'other'
  if (type === 'object') return isRecord(node['properties']) ? 'group' : 'other'
  return 'other'
}

function textKind({ format, maxLength }: JsonObject): ShownKind {
  if (format === 'date') return 'date'
  if (format !== undefined) return 'other'
  return typeof maxLength === 'number' && maxLength > longFrom ? 'long' : 'text'
}

function isChoice(node: JsonObject): boolean {
  const values = node['enum']
  if (!Array.isArray(values) || ('type' in node && typeOf(node) !== 'string')) return false
  const texts = values.filter((value) => value !== null)
  return texts.length >= values.length - 1 && texts.every((value) => typeof value === 'string')
}

export function withKind(node: JsonObject, kind: Kind): JsonObject {
  if (kindOf(node) === kind) return node
  const kept = Object.entries(node).filter(
    ([key]) => ![...constraints, ...alternatives].includes(key),
  )
  const bare = { type: typeOfKind[kind], ...Object.fromEntries(kept), ...partsOf(kind) }
  return isNullable(node) && !('nullable' in node) ? withNullable(bare, true) : bare
}

function partsOf(kind: Kind): JsonObject {
  if (kind === 'long') return { maxLength: longLength }
  if (kind === 'choice') return { enum: [] }
  if (kind === 'date') return { format: 'date' }
  if (kind === 'list') return { items: { type: 'string' } }
  if (kind === 'group') return { properties: {}, required: [], additionalProperties: false }
  return {}
}

export function isNullable({ type, nullable, enum: values }: JsonObject): boolean {
  if (nullable === true) return true
  if (type === undefined) return Array.isArray(values) && values.includes(null)
  return Array.isArray(type) && type.includes('null')
}

export function withNullable(node: JsonObject, isWanted: boolean): JsonObject {
  if (isNullable(node) === isWanted) return node
  const { nullable: _before, ...rest } = node
  const { type, enum: values } = rest
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== undefined)
  const others = types.filter((name) => name !== 'null')
  const next: Record<string, unknown> = { ...rest }
  if (isWanted && others.length > 0) next['type'] = [...others, 'null']
  else if (others.length > 0) next['type'] = others.length === 1 ? others[0] : others
  if (Array.isArray(values)) {
    const texts = values.filter((value) => value !== null)
    next['enum'] = isWanted ? [...texts, null] : texts
  }
  return next
}

export const descriptionOf = ({ description }: JsonObject): string =>
  typeof description === 'string' ? description : ''

export const withDescription = (node: JsonObject, text: string): JsonObject =>
  text === descriptionOf(node) ? node : withKey(node, 'description', text === '' ? undefined : text)

export const choicesOf = ({ enum: values }: JsonObject): string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []

export function withChoices(node: JsonObject, choices: readonly string[]): JsonObject {
  const values = node['enum']
  const hasNull = Array.isArray(values) && values.includes(null)
  return withKey(node, 'enum', hasNull ? [...choices, null] : [...choices])
}

export const limitOf = (node: JsonObject, name: LimitName): number | null => {
  const value = node[name]
  return typeof value === 'number' ? value : null
}

export const withLimit = (node: JsonObject, name: LimitName, value: number | null): JsonObject =>
  withKey(node, name, value ?? undefined)

/** Sets a keyword without changing its position; undefined removes it. */
function withKey(node: JsonObject, key: string, value: unknown): JsonObject {
  const { [key]: _before, ...others } = node
  if (value === undefined) return others
  return { ...node, [key]: value }
}

/** Keywords that the builder does not show for this kind of field; they are kept. */
export function hiddenKeywords(node: JsonObject): string[] {
  const kind = kindOf(node)
  if (kind === 'other') return []
  const parts = { choice: 'enum', date: 'format', list: 'items', group: 'properties' }
  const shown = ['type', 'nullable', 'description', ...limitsOf[kind]]
  if (kind in parts)
    shown.push(...Object.entries(parts).flatMap(([of, key]) => (of === kind ? [key] : [])))
  if (kind === 'group') shown.push('required')
  return Object.keys(node).filter(
    (key) => !shown.includes(key) && !(key === 'additionalProperties' && node[key] === false),
  )
}
