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

/**
 * For routes whose body may be left out: none, and an empty one under JSON's Content-Type
 * (json-body.ts), are read as `{}`. Use it inside a `register` scope of its own.
 */
export function takeEmptyBody(scope: App): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, mayLackBody: true }
  })
  scope.addHook('preValidation', async (request) => {
    // A body that says null is one, and no object.
    if (request.body === undefined) request.body = {}
  })
}
