import fastifyStatic from '@fastify/static'
import path from 'node:path'
import { Type } from 'typebox'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/server.ts'
import { openMedia } from './media.ts'

const params = Type.Object({ token: Type.String({ description: 'Part of media.url' }) })

/** The recording itself, for a player: signed address, ranges, no key. */
export function mediaRoute(app: App, deps: Deps): void {
  app.register(async (scope: App) => {
    await scope.register(fastifyStatic, {
      serve: false,
      decorateReply: !scope.hasReplyDecorator('sendFile'),
    })
    addRoute(scope, deps)
  })
}

function addRoute(app: App, deps: Deps): void {
  app.get(
    '/v1/media/:token',
    {
      config: {
        open: 'signed',
        bytes: 'response',
        errors: ['media_refused', 'no_audio', 'range_not_satisfiable'],
      },
      schema: {
        operationId: 'readMedia',
        summary: 'The recording itself, for a player',
        description:
          'Use `media.url` of a recording as it is given: it is signed, expires, and needs no key. ' +
          'Ranges are answered with 206.',
        tags: ['content'],
        params,
      },
      errorHandler: (error) => {
        throw 'statusCode' in error && error.statusCode === 416 ? unsatisfiable(error) : error
      },
    },
    async (request, reply) => {
      const media = await openMedia(deps, request.params.token)
      reply
        .type(media.contentType)
        .header('content-disposition', media.disposition)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        // A deleted recording must not live on in a browser's cache.
        .header('cache-control', 'private, no-store')
      const folder = path.dirname(media.path)
      return reply.sendFile(path.basename(media.path), folder, {
        contentType: false,
        cacheControl: false,
        index: false,
      })
    },
  )
}

/** Says how long the recording is, so that a player can ask for less (RFC 9110, 15.5.17). */
function unsatisfiable(error: object): ApiError {
  const sent = 'headers' in error && new Headers(Object(error.headers))
  const size = (sent && sent.get('content-range')) || null
  const text = 'The recording ends before the range asked for.'
  return new ApiError('range_not_satisfiable', text, {
    headers: size === null ? {} : { 'content-range': size },
  })
}
