/** Total look-up functions for untrusted schemas, and the keywords that we enforce. */

export type Refusal = { pointer: string; message: string }

export type SchemaObject = Readonly<Record<string, unknown>>

export const typeNames = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

export const stringFormats = ['date', 'time', 'date-time', 'email', 'uri']

/** Annotations: keywords that describe a value without constraining it. */
export const annotations = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/** The keywords that constrain each type; one used outside its type is rejected, not ignored. */
export const keywordsByType: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

export const otherKeywords = [
  'type',
  'const',
  'enum',
  'nullable',
  'anyOf',
  'oneOf',
  '$ref',
  '$defs',
]

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Appends one step to a JSON pointer (RFC 6901). */
export function step(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** `type` as a list; if absent, inferred from the keywords, or else string. */
export function typesOf(schema: SchemaObject): string[] {
  const { type } = schema
  const given = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : []
  const types = given.length > 0 ? given : inferredTypes(schema)
  return schema['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types
}

function inferredTypes(schema: SchemaObject): string[] {
  const has = (type: string) => keywordsByType[type]?.some((keyword) => keyword in schema)
  const inferred = ['object', 'array', 'string', 'number'].find(has)
  return [inferred ?? 'string']
}

/** The values of `enum` or `const` that the schema's `type` admits; null if it has neither. */
export function literalsOf(schema: SchemaObject): unknown[] | null {
  const listed = 'const' in schema ? [schema['const']] : schema['enum']
  if (!Array.isArray(listed)) return null
  if (!('type' in schema)) return listed
  const types = typesOf(schema)
  return listed.filter((value) => types.some((type) => isOfType(value, type)))
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && value !== null
}

/** The range of a number, with exclusive bounds moved to the nearest usable value. */
export function rangeOf(schema: SchemaObject, isInteger: boolean): { min: number; max: number } {
  const read = (key: string, other: number) => {
    const value = schema[key]
    return typeof value === 'number' ? value : other
  }
  const min = read('minimum', -Infinity)
  const max = read('maximum', Infinity)
  const above = read('exclusiveMinimum', -Infinity)
  const below = read('exclusiveMaximum', Infinity)
  if (!isInteger) {
    return { min: Math.max(min, nudge(above, 1)), max: Math.min(max, nudge(below, -1)) }
  }
  return {
    min: Math.max(Math.ceil(min), Math.floor(above) + 1),
    max: Math.min(Math.floor(max), Math.ceil(below) - 1),
  }
}

/**
 * A value just inside an exclusive bound, offset by a millionth of its magnitude so
 * that it prints short.
 */
function nudge(bound: number, direction: 1 | -1): number {
  return Number.isFinite(bound) ? bound + direction * Math.max(1e-6, Math.abs(bound) * 1e-6) : bound
}
