import type { Media, Operation, Schema } from './openapi-document.ts'

/** A value of this shape, put together from the examples of its parts; undefined where one has none. */
export function exampleOf(given: object): unknown {
  const shape: Schema = { ...given }
  const { examples, enum: values, const: only, default: usual, type, anyOf, items } = shape
  for (const list of [examples, only === undefined ? undefined : [only], values]) {
    if (Array.isArray(list) && list.length > 0) return list[0]
  }
  if (usual !== undefined) return usual
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Schema) // the members are shapes
  if (type === 'boolean') return false
  if (type === 'null') return null
  if (type === 'array') {
    const item = exampleOf(items as Schema) // TypeBox arrays have items
    return item === undefined ? undefined : [item]
  }
  if (type !== 'object' || typeof shape['properties'] !== 'object') return undefined
  const properties = Object.entries(shape['properties'] as Record<string, Schema>) // likewise
  return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property)]))
}

/** Gives every JSON body of an operation an example, where it has none of its own. */
export function addExamples({ requestBody, responses }: Operation): void {
  const bodies = [requestBody, ...Object.values(responses)].flatMap((body) =>
    Object.values(body?.content ?? {}),
  )
  for (const media of bodies) addExample(media)
}

function addExample(media: Media): void {
  if (!media.schema || media.example !== undefined || media.examples) return
  const example = exampleOf(media.schema)
  if (example !== undefined) media.example = example
}
