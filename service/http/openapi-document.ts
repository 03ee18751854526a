import type { RouteOptions } from 'fastify'

/** The parts of an OpenAPI 3.1 document that are completed here; every other member passes. */
export type Schema = Record<string, unknown>
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, unknown> }
export type Answer = {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
  links?: Record<string, unknown>
}
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}
export type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
  security?: unknown[]
}
export type Document = {
  info: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, unknown>
  components: Record<string, Record<string, unknown>>
}

/** What a route says about itself, as Fastify was told it. */
export type Route = Pick<RouteOptions, 'config' | 'schema'> & { method: string; path: string }

/** `/v1/projects/:projectId` as the document writes it. */
export const toPath = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
