import { isDeepStrictEqual } from 'node:util'
import { ref, type Answer, type Document } from './openapi-document.ts'

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
    return ref('schemas', title)
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

const isShape = (node: Json) => 'type' in node || 'anyOf' in node

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/**
 * Moves error answers into components/responses, named by their codes and by what kind of route
 * they come from, and their examples into components/examples.
 */
export function nameErrors(document: Document): Document {
  const responses: Json = {}
  const examples: Json = {}
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const [type, media] = Object.entries(answer.content ?? {})[0] ?? []
      if (type === undefined || !media?.examples || Number(status) < 400) continue
      Object.assign(examples, media.examples)
      const codes = Object.keys(media.examples)
      const refs = Object.fromEntries(codes.map((code) => [code, ref('examples', code)]))
      const named = { ...answer, content: { [type]: { ...media, examples: refs } } }
      const name = [...codes, ...kindsOf(answer)].join('.')
      if (responses[name] !== undefined && !isDeepStrictEqual(responses[name], named)) {
        throw new Error(`Two different answers are called ${name}`)
      }
      responses[name] = named
      Object.assign(operation.responses, { [status]: ref('responses', name) })
    }
  }
  return { ...document, components: { ...document.components, responses, examples } }
}

/** What tells answers with the same codes apart: the headers that their routes send. */
const kindsOf = ({ headers = {} }: Answer): string[] => [
  ...('Api-Version' in headers ? [] : ['open']),
  ...('Idempotent-Replayed' in headers ? ['replayable'] : []),
]

/** Moves header parameters, which many operations take, into components/parameters. */
export function nameHeaderParameters(document: Document): Document {
  const parameters: Json = {}
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const named = operation.parameters?.map((parameter) => {
      if (parameter.in !== 'header') return parameter
      parameters[parameter.name] ??= parameter
      const isSame = isDeepStrictEqual(parameters[parameter.name], parameter)
      return isSame ? ref('parameters', parameter.name) : parameter
    })
    if (named) Object.assign(operation, { parameters: named })
  }
  return { ...document, components: { ...document.components, parameters } }
}
