import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { ApiError, errors } from '../core/errors.ts'

type Parsers = Pick<
  FastifyInstance,
  'getDefaultJsonParser' | 'removeAllContentTypeParsers' | 'addContentTypeParser'
>

/**
 * Bodies are JSON in UTF-8 (RFC 8259, 8.1) or refused: bytes of another character set would be
 * stored with a replacement character for each letter that is not ASCII.
 */
export function readJson(app: Parsers): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    const refusal = refuseBytes(request, bytes)
    if (refusal) return done(refusal)
    const text = bytes.toString()
    if (text.trim() === '' && request.routeOptions.config.mayLackBody) return done(null, {})
    return parse(request, text, (error, value) => {
      done(error && isJson(text) ? forbiddenName() : error, value)
    })
  })
}

function refuseBytes({ headers }: FastifyRequest, bytes: Buffer): ApiError | null {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    return new ApiError('unsupported_media_type', `Send the body in UTF-8, not in ${charset}.`)
  }
  return isUtf8(bytes) ? null : errors.invalid('body', 'invalid', 'The body is not valid UTF-8.')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What reads a body elsewhere might take such a field for the object's prototype. */
const forbiddenName = () =>
  errors.invalid('body', 'invalid', 'No field may be called __proto__, nor constructor.prototype.')
