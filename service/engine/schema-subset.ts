/**
 * Decides which output schemas are accepted: those that a writer can enforce, and whose cost is
 * bounded before anything is compiled (reliability.md A-8, api-choices.md 4).
 */
import { compileSchema } from './check-result.ts'
import type { JsonSchema } from './engine.ts'
import { checkKeywords } from './schema-keywords.ts'
import { isObject, literalsOf, step } from './schema-shape.ts'
import type { Refusal, SchemaObject } from './schema-shape.ts'

const maxBytes = 32 * 1024
const maxDepth = 8
const maxProperties = 100
const maxEnumValues = 200
/**
 * Maximum number of values that a schema may require: minimum lengths of nested arrays multiply.
 */
const maxForcedValues = 500

/** Maximum raw JSON nesting; each schema level takes two or three raw levels. */
const maxRawDepth = 40

type Cost = { properties: number; depth: number; forced: number }

type Walk = { defs: SchemaObject; known: Map<string, Cost>; open: Set<string>; enumValues: number }

class RefusedSchema extends Error {
  readonly refusal: Refusal
  constructor(pointer: string, message: string) {
    super(message)
    this.refusal = { pointer, message }
  }
}

/** Null if a writer can enforce the schema, otherwise the location of the problem and its cause. */
export function checkSchema(schema: JsonSchema): Refusal | null {
  try {
    checkSize(schema)
    checkRoot(schema)
    const defs = isObject(schema['$defs']) ? schema['$defs'] : {}
    const walk: Walk = { defs, known: new Map(), open: new Set(), enumValues: 0 }
    checkTotals(costOf(schema, '', walk), '')
    for (const name of Object.keys(defs)) checkTotals(costOfDef(name, walk), `/$defs/${name}`)
    compileSchema(schema)
    return null
  } catch (error) {
    if (error instanceof RefusedSchema) return error.refusal
    return { pointer: '', message: 'This is not a schema that can be compiled.' }
  }
}

function refuse(pointer: string, message: string): never {
  throw new RefusedSchema(pointer, message)
}

/** Bounds the raw document without recursion, so that no input can exceed its cost limit. */
function checkSize(schema: JsonSchema): void {
  const open: { value: unknown; depth: number }[] = [{ value: schema, depth: 0 }]
  let size = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > maxRawDepth) refuse('', `The schema is nested more than ${maxDepth} levels deep.`)
    size += typeof value === 'string' ? value.length + 2 : 2
    // An item takes at least two bytes, so a long list is rejected before it is walked.
    const isLong = Array.isArray(value) && value.length * 2 > maxBytes
    if (isLong) refuse('', 'The schema is larger than 32 KB.')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    for (const [key, inner] of entries) {
      size += Array.isArray(value) ? 1 : key.length + 4
      open.push({ value: inner, depth: depth + 1 })
    }
    if (size > maxBytes) refuse('', 'The schema is larger than 32 KB.')
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema))
  if (bytes > maxBytes) refuse('', 'The schema is larger than 32 KB.')
}

function checkRoot(schema: JsonSchema): void {
  if (schema['type'] !== 'object') refuse('/type', 'The root must have "type": "object".')
  for (const key of ['enum', 'const', 'anyOf', 'oneOf', '$ref', 'nullable']) {
    if (key in schema) refuse(`/${key}`, `"${key}" is not supported at the root.`)
  }
  if ('$defs' in schema && !isObject(schema['$defs']))
    refuse('/$defs', '"$defs" must be an object.')
}

function checkTotals(cost: Cost, pointer: string): void {
  if (cost.depth > maxDepth) refuse(pointer, `More than ${maxDepth} levels deep.`)
  if (cost.properties > maxProperties) refuse(pointer, `More than ${maxProperties} properties.`)
  if (cost.forced > maxForcedValues) {
    refuse(pointer, `Needs more than ${maxForcedValues} values: lower the bounds of its arrays.`)
  }
}

function costOf(schema: unknown, pointer: string, walk: Walk): Cost {
  if (!isObject(schema)) return refuse(pointer, 'A schema must be an object here.')
  const refusal = checkKeywords(schema, pointer)
  if (refusal) return refuse(refusal.pointer, refusal.message)
  if (pointer !== '' && '$defs' in schema) refuse(step(pointer, '$defs'), 'Only at the root.')
  walk.enumValues += literalsOf(schema)?.length ?? 0
  if (walk.enumValues > maxEnumValues) refuse(pointer, `More than ${maxEnumValues} enum values.`)
  if (typeof schema['$ref'] === 'string') return costOfReference(schema['$ref'], pointer, walk)
  const cost = costOfChildren(schema, pointer, walk)
  // Check at every level: a sum over hostile parts never grows beyond what one refusal needs.
  checkTotals(cost, pointer)
  return cost
}

function costOfReference(reference: string, pointer: string, walk: Walk): Cost {
  const name = /^#\/\$defs\/([\w.-]{1,100})$/u.exec(reference)?.[1]
  const where = step(pointer, '$ref')
  if (!name) return refuse(where, 'Only references to "#/$defs/name" are supported.')
  if (!Object.hasOwn(walk.defs, name)) return refuse(where, 'There is no such definition.')
  if (walk.open.has(name)) return refuse(where, 'A definition may not contain itself.')
  const cost = costOfDef(name, walk)
  return { ...cost, depth: cost.depth + 1 }
}

function costOfDef(name: string, walk: Walk): Cost {
  const known = walk.known.get(name)
  if (known) return known
  walk.open.add(name)
  const cost = costOf(walk.defs[name], step('/$defs', name), walk)
  walk.open.delete(name)
  walk.known.set(name, cost)
  return cost
}

function costOfChildren(schema: SchemaObject, pointer: string, walk: Walk): Cost {
  const total: Cost = { properties: 0, depth: 1, forced: 0 }
  const add = (child: Cost, times: number) => {
    total.properties += child.properties
    total.depth = Math.max(total.depth, child.depth + 1)
    total.forced += child.forced * times
  }
  if (isObject(schema['properties'])) {
    const where = step(pointer, 'properties')
    for (const [name, child] of Object.entries(schema['properties'])) {
      add(costOf(child, step(where, name), walk), 1)
      total.properties += 1
    }
  }
  if (isObject(schema['additionalProperties'])) {
    add(costOf(schema['additionalProperties'], step(pointer, 'additionalProperties'), walk), 0)
  }
  if ('items' in schema) {
    const least = Number(schema['minItems'] ?? 0)
    add(costOf(schema['items'], step(pointer, 'items'), walk), least)
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = schema[key]
    if (!Array.isArray(options)) continue
    for (const [index, option] of options.entries()) {
      add(costOf(option, step(step(pointer, key), index), walk), 1)
    }
  }
  return { ...total, forced: Math.max(1, total.forced) }
}
