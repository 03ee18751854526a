import { describeService } from '../../../service/describe.ts'

export type Operation = { id: string; method: string; path: string }
type Shape = {
  $ref?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}
type Described = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema?: Shape }> }
}
type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Shape> }
}

// What our own generator makes.
const { paths, components } = (await describeService()) as Document
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

/** Every operation of the OpenAPI document. */
export const operations: readonly Operation[] = described.map(({ method, path, operation }) => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
}))

/** Every field of a query, a header or a body, as `operationId settings.name`. */
export const fields: readonly string[] = described.flatMap(({ operation }) => {
  const { operationId: id, parameters = [], requestBody } = operation
  const beside = parameters.filter((one) => one.in !== 'path').map(({ name }) => name)
  const bodies = Object.values(requestBody?.content ?? {})
  const within = bodies.flatMap(({ schema }) => (schema ? namesIn(schema, '') : []))
  return [...new Set([...beside, ...within])].map((name) => `${id} ${name}`)
})

function namesIn(shape: Shape, place: string): string[] {
  const { $ref, properties = {}, items, anyOf = [] } = shape
  const named = $ref ? components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      place + name,
      ...namesIn(inner, `${place}${name}.`),
    ]),
    ...[...(named ? [named] : []), ...(items ? [items] : []), ...anyOf].flatMap((one) =>
      namesIn(one, place),
    ),
  ]
}
