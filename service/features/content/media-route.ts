import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { answerRange } from '../../http/byte-ranges.ts'
import type { App } from '../../http/server.ts'
import { openMedia } from './media.ts'

const params = Type.Object({ token: Type.String({ description: 'Part of media.url' }) })

/** The recording itself, for a player: signed address, ranges, no key. */
export function mediaRoute(app: App, deps: Deps): void {
  app.get(
    '/v1/media/:token',
    {
      config: {
        open: 'signed',
        bytes: 'response',
        errors: ['media_refused', 'no_audio', 'precondition_failed', 'range_not_satisfiable'],
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
      const { status, headers, range } = answerRange(request.headers, media)
      reply.code(status).headers(headers)
      const isSent = range !== null && request.method !== 'HEAD'
      return reply.send(isSent ? await media.read(range) : Readable.from([]))
    },
  )
}
