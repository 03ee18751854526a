import { Type, type TSchema } from 'typebox'
import { apiVersionAnswerHeader, apiVersionHeader } from './api-version.ts'
import { Id } from './shapes.ts'
import { idempotencyHeader, replayedHeader, retryStatuses } from './idempotency.ts'
import type { Answer, Operation, Parameter, Route, Schema } from './openapi-document.ts'
import { rateLimitHeaders, retryAfterHeader } from './rate-limit.ts'

/** Whether it takes an Idempotency-Key. */
const isRepeatable = ({ method, config }: Route): boolean =>
  ['POST', 'PATCH'].includes(method) && !config?.neverKept

const ownHeaders = {
  'x-request-id': { ...Id('req'), description: 'The id of this request, as in meta.request_id' },
}
const authenticateHeader = { 'WWW-Authenticate': Type.Literal('Bearer') }

/** Headers of answers, described once in components/headers. */
export const answerHeaders = Object.fromEntries(
  Object.entries({
    ...ownHeaders,
    ...apiVersionAnswerHeader,
    ...rateLimitHeaders,
    ...replayedHeader,
    ...retryAfterHeader,
    ...authenticateHeader,
  }).map(([name, shape]) => [name, split(shape)]),
)

/** A description belongs beside the schema of a header or a parameter, not into it. */
function split(shape: TSchema): { schema: Schema; description?: string } {
  const { description, ...schema } = shape as TSchema & { description?: string } // of all shapes
  return { schema, ...(description !== undefined && { description }) }
}

/** The headers that requests may carry. They are read by hooks, so no route validates them. */
export function addHeaderParameters(operation: Operation, route: Route): void {
  const shapes = { ...(isRepeatable(route) && idempotencyHeader), ...apiVersionHeader }
  const added = Object.entries(shapes).map(([name, shape]): Parameter => ({
    name,
    in: 'header',
    required: false,
    ...split(shape),
  }))
  operation.parameters = [...(operation.parameters ?? []), ...added]
}

/** The headers that this answer may carry. */
export function withHeaders(answer: Answer, status: string, route: Route): Answer {
  const isOpen = route.config?.open !== undefined
  const isWrite = isRepeatable(route)
  const names = [
    ...Object.keys(ownHeaders),
    ...(isOpen ? [] : Object.keys(apiVersionAnswerHeader)),
    ...(isOpen || status === '401' ? [] : Object.keys(rateLimitHeaders)),
    ...(!isOpen && isWrite && !neverReplayed.has(status) ? Object.keys(replayedHeader) : []),
    ...(['429', '503'].includes(status) ? Object.keys(retryAfterHeader) : []),
    ...(status === '401' ? Object.keys(authenticateHeader) : []),
  ]
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { ...answer, headers: { ...Object.fromEntries(refs), ...answer.headers } }
}

/** Not kept under an Idempotency-Key, or given before one is looked at: never a replay. */
const neverReplayed = new Set([...retryStatuses, 401, 422].map(String))
