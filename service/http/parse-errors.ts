import type { ConnectionError, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, errors } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'

/** Where the reference page explains the codes. */
export const errorsPage = '/docs/#description/errors'

/** What an address that the router cannot take is answered with. */
export const refuseAddress = (code: string): ApiError =>
  // No id of ours is so long.
  code === 'FST_ERR_MAX_PARAM_LENGTH'
    ? errors.notFound('address')
    : errors.invalid('path', 'invalid', 'The address is not valid percent-encoded UTF-8.')

type ParseErrorDeps = { clock: Clock; baseUrl: () => string }

/**
 * Spec: Errors, also for what is no readable HTTP at all: Node hands over the bare socket, so the
 * answer is written byte for byte.
 */
export function answerParseError(
  { clock, baseUrl }: ParseErrorDeps,
  error: ConnectionError,
  socket: Socket,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const { status, code, message } = new ApiError('validation_error', reasonOf(error.code))
  const body = JSON.stringify({
    error: { code, message, details: [], doc_url: baseUrl() + errorsPage },
    meta: { request_id: newId('req'), timestamp: clock.now().toISOString() },
  })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function reasonOf(code: string): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KB.'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.'
  return 'This is not a readable HTTP/1.1 request.'
}

export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Many clients name a Content-Type always: without a body it says nothing. */
export function dropContentTypeOfNoBody(request: FastifyRequest): void {
  if (hasBody(request)) return
  const mayLackBody = request.method === 'DELETE' || request.routeOptions.config.mayLackBody
  if (mayLackBody) delete request.headers['content-type']
}
