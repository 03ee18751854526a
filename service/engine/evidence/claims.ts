/** Collects the claims of a result: every freely written text, with its position. */
import { isObject, literalsOf, step } from '../schema-shape.ts'

export type Claim = { pointer: string; text: string }

/** A list in the result, and the minimum length its schema permits. */
export type List = { pointer: string; items: unknown[]; least: number }

export type Claims = { claims: Claim[]; lists: List[] }

type Walk = Claims & { root: Record<string, unknown> }

/**
 * Walks a result along its schema. A value chosen from the schema's own literals is not a claim.
 */
export function claimsOf(result: unknown, schema: Record<string, unknown>): Claims {
  const walk: Walk = { root: schema, claims: [], lists: [] }
  visit(result, { schemas: [schema], pointer: '' }, walk)
  return { claims: walk.claims, lists: walk.lists }
}

type SchemaPosition = { schemas: readonly Record<string, unknown>[]; pointer: string }

function visit(value: unknown, { schemas: given, pointer }: SchemaPosition, walk: Walk): void {
  const schemas = given.flatMap((schema) => optionsOf(schema, walk.root))
  if (typeof value === 'string') {
    const isChosen = schemas.some((schema) => literalsOf(schema)?.includes(value))
    if (!isChosen) walk.claims.push({ pointer, text: value })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const least = Math.max(0, ...schemas.map(({ minItems }) => Number(minItems ?? 0)))
    walk.lists.push({ pointer, items: value, least })
  }
  for (const [key, inner] of Object.entries(value)) {
    const below = schemas.flatMap((schema) => childOf(schema, key, Array.isArray(value)))
    visit(inner, { schemas: below, pointer: step(pointer, key) }, walk)
  }
}

/** Resolves a schema's reference and lists its alternatives. */
function optionsOf(
  schema: Record<string, unknown>,
  root: Record<string, unknown>,
): Record<string, unknown>[] {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const definitions = root['$defs']
    const found = isObject(definitions) ? definitions[reference.replace('#/$defs/', '')] : undefined
    return isObject(found) ? optionsOf(found, root) : []
  }
  const choices = [schema['anyOf'], schema['oneOf']].flat().filter(isObject)
  return [schema, ...choices.flatMap((choice) => optionsOf(choice, root))]
}

function childOf(
  schema: Record<string, unknown>,
  key: string,
  isList: boolean,
): Record<string, unknown>[] {
  const properties = schema['properties']
  const own = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  const child = isList ? schema['items'] : (own ?? schema['additionalProperties'])
  return isObject(child) ? [child] : []
}
