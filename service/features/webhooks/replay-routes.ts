import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeEmptyBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { replayEvent } from './outbox.ts'
import { Replay, ReplayRequest } from './schema.ts'

/** Of events, but here: webhooks know events, and never the reverse. */
export function replayRoutes(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    '/v1/events/:eventId/replay',
    {
      config: { scope: 'write', audit: 'event.replayed' },
      schema: {
        operationId: 'replayEvent',
        summary: 'Send a kept event again, under its own id',
        description:
          'To one endpoint, or to every active one that subscribes. Each gets a new delivery with ' +
          'its own attempts, whose trigger is `manual`.',
        tags: ['events'],
        params: Type.Object({ eventId: Type.String() }),
        body: ReplayRequest,
        response: { 202: Data(Replay) },
      },
    },
    async (request, reply) => {
      const { caller, body, params } = request
      reply.code(202)
      return ok(request, await replayEvent(deps, caller, params.eventId, body))
    },
  )
}
