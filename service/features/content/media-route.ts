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
        errors: [
          ...(['media_refused', 'precondition_failed'] as const),
          ...(['range_not_satisfiable', 'storage_unavailable'] as const),
        ],
      },
      schema: {
        operationId: 'readMedia',
        summary: 'The recording itself, for a player',
        description:
          'Use `media.url` of a recording as it is given: it is signed, expires, and needs no key. ' +
          'Ranges are answered with 206. A service whose recordings lie in a store answers with 307 ' +
          'and an address there, which is good for an hour.',
        tags: ['content'],
        params,
      },
    },
    async (request, reply) => {
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
      const media = await openMedia(deps, request.params.token, method)
      // A deleted recording must not live on in a browser's cache.
      reply.header('cache-control', 'private, no-store')
      if ('url' in media) return reply.redirect(media.url, 307)
      reply
        .type(media.contentType)
        .header('content-disposition', media.disposition)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
      const { status, headers, range } = answerRange(request.headers, media)
      reply.code(status).headers(headers)
      const isSent = range !== null && method !== 'HEAD'
      return reply.send(isSent ? await media.read(range) : Readable.from([]))
    },
  )
}
