import { isDeepStrictEqual } from 'node:util'
import type { Document } from './openapi-document.ts'

type Json = Record<string, unknown>

/** Below these a document holds values, not shapes. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Moves every shape with a title into components/schemas, once, and refers to it by that name.
 * Two different shapes with one title are a mistake and stop the build of the document.
 */
export function nameShapes(document: Document): Document {
  const schemas: Json = {}
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    const copy: Json = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, values.has(key) ? value : visit(value)]),
    )
    const { title } = copy
    if (typeof title !== 'string' || !isShape(copy)) return copy
    if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], copy)) {
      throw new Error(`Two different shapes are called ${title}`)
    }
    schemas[title] = copy
    return { $ref: `#/components/schemas/${title}` }
  }
  // Only paths and webhooks hold shapes; the rest is carried over as it is.
  const paths = visit(document.paths) as Document['paths'] // visit keeps the form
  const webhooks = visit(document.webhooks ?? {}) as Json // likewise
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(byName))
  return {
    ...document,
    paths,
    webhooks,
    components: {
      ...document.components,
      schemas: { ...document.components['schemas'], ...sorted },
    },
  }
}

const isShape = (node: Json) => 'type' in node || 'anyOf' in node || 'allOf' in node

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** Moves answers that several operations share into components/responses, named by their codes. */
export function nameAnswers(document: Document): Document {
  const all = Object.values(document.paths).flatMap((path) => Object.values(path))
  const counts = new Map<string, number>()
  for (const { responses } of all) {
    for (const answer of Object.values(responses)) {
      const text = JSON.stringify(answer)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  const responses: Json = {}
  for (const operation of all) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const name = Object.keys(answer.content?.['application/json']?.examples ?? {}).join('.')
      if (name === '' || (counts.get(JSON.stringify(answer)) ?? 0) < 2) continue
      const known = responses[name]
      if (known !== undefined && !isDeepStrictEqual(known, answer)) continue
      responses[name] = answer
      Object.assign(operation.responses, { [status]: ref(name) })
    }
  }
  return { ...document, components: { ...document.components, responses } }
}

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })
