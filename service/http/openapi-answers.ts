import { errorCatalogue, type ErrorCode } from '../core/errors.ts'
import { ErrorAnswer } from './errors.ts'
import type { Answer, Media, Operation, Route, Schema } from './openapi-document.ts'

type ErrorEntry = (typeof errorCatalogue)[number]

const bodyMethods = ['POST', 'PATCH', 'PUT', 'DELETE']

/** The codes that a route can answer with: what its method and shapes bring, and its own. */
export function listErrorCodes(route: Route): ErrorCode[] {
  const { method, config } = route
  const isKept = ['POST', 'PATCH'].includes(method) && !config?.open && !config?.neverKept
  const common: (ErrorCode | false)[] = [
    'validation_error',
    'origin_not_allowed',
    'internal_error',
    'database_unavailable',
    'shutting_down',
    'recovery_mode',
    'library_locked',
    ...onlyIf(!config?.open, [
      'authentication_required',
      'insufficient_permissions',
      'project_access_denied',
      'rate_limited',
      'unsupported_api_version',
    ]),
    ...onlyIf(route.path.includes('{') || filtersByProject(route), ['not_found']),
    ...onlyIf(bodyMethods.includes(method), [
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'insufficient_storage',
    ]),
    ...onlyIf(config?.concerns === 'library', ['kept_on_server']),
    ...onlyIf(isKept, ['idempotency_in_progress', 'idempotency_key_reused']),
  ]
  const codes = new Set<unknown>([...common, ...(config?.errors ?? [])])
  return errorCatalogue.map(({ code }) => code).filter((code) => codes.has(code))
}

const onlyIf = (isSo: boolean, codes: ErrorCode[]): ErrorCode[] => (isSo ? codes : [])

const filtersByProject = ({ schema }: Route) => hasField(schema?.querystring, 'project_id')

const hasField = (shape: unknown, name: string): boolean =>
  Object.hasOwn(Object((shape as Schema | undefined)?.['properties']), name) // a TypeBox object

/** One answer per status, with an example for each of the codes possible there and for no other. */
export function describeErrors(codes: readonly ErrorCode[]): Record<string, Answer> {
  const known = errorCatalogue.filter(({ code }) => codes.includes(code))
  const byStatus = Map.groupBy(known, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [String(status), describeStatus(entries)]),
  )
}

function describeStatus(entries: typeof errorCatalogue): Answer {
  return {
    description: entries.map((entry) => `\`${entry.code}\`: ${entry.meaning}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { ...ErrorAnswer },
        examples: Object.fromEntries(entries.map((entry) => [entry.code, exampleOf(entry)])),
      },
    },
  }
}

function exampleOf({ code, meaning }: ErrorEntry) {
  const details =
    code === 'validation_error' ? [{ field: 'name', code: 'required', message: 'is required' }] : []
  return {
    summary: code,
    value: {
      error: {
        code,
        message: details[0] ? 'name: is required' : meaning,
        details,
        doc_url: 'http://127.0.0.1:4777/docs/#description/errors',
      },
      meta: {
        request_id: 'req_01kayr3c9nfq4tq4h6zr6yv0b2',
        timestamp: '2026-11-21T09:30:00.000Z',
      },
    },
  }
}

/** As every generator reads it; OpenAPI 3.1 would have no schema here, and some then write no operation. */
const bytes: Media = { schema: { type: 'string', format: 'binary' } }

/** Operations whose body or answer is a recording, not JSON, which a route's schema cannot say. */
export function describeBytes(operation: Operation, which: 'request' | 'response'): void {
  if (which === 'request') {
    operation.requestBody = { required: true, content: { 'application/octet-stream': bytes } }
    return
  }
  const content = { 'audio/*': bytes, 'video/*': bytes }
  operation.responses = {
    200: { description: 'The whole recording', content },
    206: { description: 'The range asked for', content },
    304: { description: 'The copy at hand is still the same' },
    307: { description: 'It lies in a store: the address there' },
  }
}
