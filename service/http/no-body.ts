import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

/**
 * For routes that take no body: an empty one is fine whatever its Content-Type says, because many
 * clients always send one; so is `{}`. Use it inside a `register` scope of its own.
 */
export function takeNoBody(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body).trim()
    if (text === '' || /^\{\s*\}$/.test(text) || text === 'null') return done(null, null)
    const message = 'This request takes no body.'
    done(
      new ApiError('validation_error', message, {
        details: [{ field: 'body', code: 'unknown_field', message }],
      }),
    )
  })
}
