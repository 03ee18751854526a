import type { Answer, Operation, Parameter } from './openapi-document.ts'

const writes = ['POST', 'PATCH']

/** Headers of answers, described once in components/headers. */
export const answerHeaders = {
  'x-request-id': header('The id of this request, as in meta.request_id', {
    examples: ['req_01kayr3c9nfq4tq4h6zr6yv0b2'],
  }),
  'Api-Version': header('The version of the API that answered', { examples: ['2026-11-21'] }),
  RateLimit: header('What is left of the limit: r requests, for t seconds', {
    examples: ['"read";r=598;t=60'],
  }),
  'RateLimit-Policy': header('The limit that counts this request: q requests in w seconds', {
    examples: ['"read";q=600;w=60'],
  }),
  'Idempotent-Replayed': header('true where the first answer to this Idempotency-Key is repeated', {
    enum: ['true'],
  }),
  'Retry-After': header('Seconds to wait before the next try', { examples: ['7'] }),
  'WWW-Authenticate': header('How to authenticate', { enum: ['Bearer'] }),
} as const

type HeaderName = keyof typeof answerHeaders

function header(description: string, schema: object) {
  return { description, schema: { type: 'string', ...schema } }
}

const apiVersion: Parameter = {
  name: 'Api-Version',
  in: 'header',
  required: false,
  description: 'The version to answer in; without it, the one the key was made with',
  schema: { type: 'string', examples: ['2026-11-21'] },
}
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Carries the request out once, however often it is sent; kept for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['4c1b8e5e-1d4c-4f0a-9f6e'] },
}

/** The headers that requests may carry. They are read by hooks, so no route validates them. */
export function addHeaderParameters(operation: Operation, method: string): void {
  const added = writes.includes(method) ? [idempotencyKey, apiVersion] : [apiVersion]
  operation.parameters = [...(operation.parameters ?? []), ...added]
}

/** The headers an answer of this status may carry. */
export function withHeaders(answer: Answer, method: string, status: string): Answer {
  const isSuccess = status.startsWith('2')
  const names: HeaderName[] = ['x-request-id', 'Api-Version']
  if (!['400', '401', '403', '500', '503'].includes(status)) {
    names.push('RateLimit', 'RateLimit-Policy')
  }
  if (isSuccess && writes.includes(method)) names.push('Idempotent-Replayed')
  if (['429', '503'].includes(status)) names.push('Retry-After')
  if (status === '401') names.push('WWW-Authenticate')
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { ...answer, headers: { ...Object.fromEntries(refs), ...answer.headers } }
}
