import { readFileSync } from 'node:fs'
import type { Operations } from 'earshot/client'

type Schema = { $ref?: string; enum?: string[]; type?: string; properties?: Record<string, Schema> }
type Parameter = { $ref?: string; name: string; in: string; schema: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

type Field = { in: 'query' | 'body'; schema: Schema }
export type OperationSchema = {
  /** Names of the parameters in the path, in their order. */
  path: string[]
  /** What the query and the body may hold. */
  fields: Readonly<Record<string, Field>>
  isList: boolean
  hasBody: boolean
}

let known: Map<string, OperationSchema> | undefined

/** What an operation of /v1 takes, as the OpenAPI document says. */
export function schemaOf(operation: keyof Operations): OperationSchema {
  known ??= readOperations()
  const found = known.get(operation)
  if (!found) throw new Error(`openapi.json has no operation ${operation}.`)
  return found
}

function readOperations(): Map<string, OperationSchema> {
  const file = new URL('../client/openapi.json', import.meta.url)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document // written by npm run generate
  const resolve = <Node extends { $ref?: string }>(node: Node): Node =>
    node.$ref === undefined
      ? node
      : (node.$ref.split('/').slice(1).reduce(memberOf, document) as Node) // what it refers to
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, OperationSchema] => {
      const query = (operation.parameters ?? []).map(resolve).filter((one) => one.in === 'query')
      const body = operation.requestBody?.content['application/json']?.schema
      const properties = Object.entries((body && resolve(body).properties) ?? {})
      const fields = Object.fromEntries([
        ...query.map(({ name, schema }) => [name, { in: 'query', schema }]),
        ...properties.map(([name, schema]) => [name, { in: 'body', schema }]),
      ])
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const isList = query.some(({ name }) => name === 'cursor')
      return [operation.operationId, { path: names, fields, isList, hasBody: body !== undefined }]
    }),
  )
  return new Map(operations)
}

const memberOf = (node: unknown, name: string): unknown => Reflect.get(Object(node), name)
