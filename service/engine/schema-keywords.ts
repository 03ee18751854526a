/** Checks the keywords of one schema level: known, well-formed, and jointly satisfiable. */
import {
  annotations,
  isObject,
  keywordsByType,
  literalsOf,
  otherKeywords,
  rangeOf,
  step,
  stringFormats,
  typeNames,
  typesOf,
} from './schema-shape.ts'
import type { Refusal, SchemaObject } from './schema-shape.ts'

const maxBound = 1000
const maxChoices = 20
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])
const dialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema#',
  'http://json-schema.org/draft-07/schema',
]

type Check = (schema: SchemaObject, pointer: string) => Refusal | null

const checks: readonly Check[] = [
  checkNames,
  checkTexts,
  checkType,
  checkAlternatives,
  checkLiterals,
  checkBounds,
  checkObject,
  checkArray,
  checkString,
  checkNumber,
]

/** The first problem at this level (excluding children), or null. */
export function checkKeywords(schema: SchemaObject, pointer: string): Refusal | null {
  for (const check of checks) {
    const refusal = check(schema, pointer)
    if (refusal) return refusal
  }
  return null
}

function at(pointer: string, key: string, message: string): Refusal {
  return { pointer: step(pointer, key), message }
}

function checkNames(schema: SchemaObject, pointer: string): Refusal | null {
  const known = new Set([...otherKeywords, ...Object.values(keywordsByType).flat()])
  for (const key of Object.keys(schema)) {
    if (!known.has(key) && !annotations.has(key)) {
      return at(pointer, key, `The keyword "${key.slice(0, 40)}" is not supported.`)
    }
  }
  return null
}

function checkTexts(schema: SchemaObject, pointer: string): Refusal | null {
  for (const key of ['title', 'description', '$comment', '$ref', 'format']) {
    if (key in schema && typeof schema[key] !== 'string')
      return at(pointer, key, 'Must be a string.')
  }
  for (const key of ['nullable', 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly']) {
    if (key in schema && typeof schema[key] !== 'boolean') {
      return at(pointer, key, 'Must be true or false.')
    }
  }
  const dialect = schema['$schema']
  if (dialect !== undefined && !dialects.includes(String(dialect))) {
    return at(pointer, '$schema', 'Use JSON Schema 2020-12.')
  }
  return null
}

function checkType(schema: SchemaObject, pointer: string): Refusal | null {
  if (!('type' in schema)) {
    // In ajv, as in OpenAPI, `nullable` has a meaning only next to a type.
    return 'nullable' in schema ? at(pointer, 'nullable', 'Needs a "type" beside it.') : null
  }
  const { type } = schema
  const types: unknown[] = Array.isArray(type) ? type : [type]
  const isKnown = types.every((name) => typeof name === 'string' && typeNames.includes(name))
  if (types.length === 0 || !isKnown || new Set(types).size !== types.length) {
    return at(pointer, 'type', `Must be one or several of ${typeNames.join(', ')}.`)
  }
  return null
}

/** `anyOf`, `oneOf` and `$ref` must stand alone: next to other keywords they would mean "and". */
function checkAlternatives(schema: SchemaObject, pointer: string): Refusal | null {
  const key = ['$ref', 'anyOf', 'oneOf'].find((name) => name in schema)
  if (!key) return null
  const other = Object.keys(schema).find(
    (name) => name !== key && name !== '$defs' && !annotations.has(name),
  )
  if (other) return at(pointer, other, `Is not supported beside "${key}".`)
  if (key === '$ref') return null
  const options = schema[key]
  if (!Array.isArray(options) || options.length === 0 || options.length > maxChoices) {
    return at(pointer, key, `Must be a list of 1 to ${maxChoices} schemas.`)
  }
  return null
}

function checkLiterals(schema: SchemaObject, pointer: string): Refusal | null {
  const key = 'const' in schema ? 'const' : 'enum'
  if (!(key in schema)) return null
  if ('enum' in schema && (!Array.isArray(schema['enum']) || schema['enum'].length === 0)) {
    return at(pointer, 'enum', 'Must be a list with at least one value.')
  }
  const values: unknown[] = literalsOf({ [key]: schema[key] }) ?? []
  if (values.some((value) => !isScalar(value))) {
    return at(pointer, key, 'Values must be text, numbers, true, false or null.')
  }
  if (values.some((value) => typeof value === 'string' && value.length > maxBound)) {
    return at(pointer, key, `Values must have at most ${maxBound} characters.`)
  }
  const allowed = ['type', 'nullable', key]
  const other = Object.keys(schema).find(
    (name) => !annotations.has(name) && !allowed.includes(name),
  )
  if (other) return at(pointer, other, `Is not supported beside "${key}".`)
  return literalsOf(schema)?.length ? null : at(pointer, key, 'No value is of the type given.')
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function checkBounds(schema: SchemaObject, pointer: string): Refusal | null {
  for (const what of ['Items', 'Length', 'Properties']) {
    const [low, high] = [schema[`min${what}`] ?? 0, schema[`max${what}`] ?? maxBound]
    for (const [key, bound] of Object.entries({ [`min${what}`]: low, [`max${what}`]: high })) {
      if (!Number.isInteger(bound) || Number(bound) < 0 || Number(bound) > maxBound) {
        return at(pointer, key, `Must be a whole number from 0 to ${maxBound}.`)
      }
    }
    if (Number(low) > Number(high)) return at(pointer, `min${what}`, 'Is above the maximum.')
  }
  return checkPlace(schema, pointer)
}

/**
 * Rejects a constraint on a type that the schema does not have; it would otherwise go unnoticed.
 */
function checkPlace(schema: SchemaObject, pointer: string): Refusal | null {
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type))
  for (const [type, keywords] of Object.entries(keywordsByType)) {
    const misplaced = types.includes(type) ? undefined : keywords.find((key) => key in schema)
    if (misplaced) return at(pointer, misplaced, `Only has a meaning with "type": "${type}".`)
  }
  return null
}

function checkObject(schema: SchemaObject, pointer: string): Refusal | null {
  const properties = schema['properties'] ?? {}
  if (!isObject(properties)) return at(pointer, 'properties', 'Must be an object.')
  const names = Object.keys(properties)
  const bad = names.find((name) => forbiddenNames.has(name) || name.length > 100)
  if (bad !== undefined) return at(step(pointer, 'properties'), bad, 'This name is not allowed.')
  const required = schema['required'] ?? []
  if (!Array.isArray(required)) return at(pointer, 'required', 'Must be a list of names.')
  const missing = required.some((name) => typeof name !== 'string' || !names.includes(name))
  if (missing) return at(pointer, 'required', 'Names a property that "properties" does not have.')
  if (new Set(required).size !== required.length) return at(pointer, 'required', 'Repeats a name.')
  const extra = schema['additionalProperties']
  if (extra !== undefined && typeof extra !== 'boolean' && !isObject(extra)) {
    return at(pointer, 'additionalProperties', 'Must be true, false or a schema.')
  }
  if (Number(schema['minProperties'] ?? 0) > names.length) {
    return at(pointer, 'minProperties', 'Asks for more properties than the schema names.')
  }
  if (Number(schema['maxProperties'] ?? maxBound) < names.length) {
    return at(pointer, 'maxProperties', 'Allows fewer properties than the schema names.')
  }
  return null
}

function checkArray(schema: SchemaObject, pointer: string): Refusal | null {
  if ('items' in schema && !isObject(schema['items'])) {
    return at(pointer, 'items', 'Must be one schema for all items.')
  }
  return null
}

function checkString(schema: SchemaObject, pointer: string): Refusal | null {
  const { format } = schema
  if (format === undefined) return null
  if (!stringFormats.includes(String(format))) {
    return at(pointer, 'format', `Must be one of ${stringFormats.join(', ')}.`)
  }
  if ('minLength' in schema || 'maxLength' in schema) {
    return at(pointer, 'format', 'Is not supported beside a length.')
  }
  return null
}

function checkNumber(schema: SchemaObject, pointer: string): Refusal | null {
  for (const key of keywordsByType['number'] ?? []) {
    if (key in schema && !Number.isFinite(schema[key])) return at(pointer, key, 'Must be a number.')
  }
  const isInteger = typesOf(schema).includes('integer') && !typesOf(schema).includes('number')
  const { min, max } = rangeOf(schema, isInteger)
  const multiple = schema['multipleOf']
  if (multiple !== undefined && Number(multiple) <= 0) {
    return at(pointer, 'multipleOf', 'Must be above 0.')
  }
  const least = multiple && Number.isFinite(min) ? Math.ceil(min / Number(multiple)) : null
  const isEmpty = min > max || (least !== null && least * Number(multiple) > max)
  const key = keywordsByType['number']?.find((name) => name in schema) ?? 'minimum'
  return isEmpty ? at(pointer, key, 'No number is inside these bounds.') : null
}
