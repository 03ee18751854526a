import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { prefersJson, type EventStreams } from '../../http/event-stream.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { listEvents, readEvent } from './read-events.ts'
import {
  Envelope,
  EventQuery,
  LastEventId,
  streamGuide,
  StreamQuery,
  StreamText,
} from './schema.ts'
import { followEvents, startStream } from './stream.ts'

const tags = ['events']
/** By what the caller accepts. */
const EventsAnswer = {
  description: 'A page of events, or the stream of them',
  content: { 'application/json': { schema: Page(Envelope) }, ...StreamText.content },
}
const config = { scope: 'read' } as const

/** The app's event streams are opened by app.ts, before any route. */
export function eventRoutes(app: App, deps: Deps, streams: EventStreams): void {
  const stream = async (request: FastifyRequest, reply: FastifyReply, query: StreamQuery) => {
    const { caller, headers } = request
    const fromHeader = [headers['last-event-id'] ?? []].flat()[0]
    // The header wins: a browser that connects again sends it with the address of the first time.
    const lastId = fromHeader || query.last_event_id
    const start = await startStream(deps, caller, { ...query, last_event_id: lastId })
    await streams.send(request, reply, (live) => followEvents(deps, caller, start, live))
  }

  app.get(
    '/v1/events',
    {
      config,
      sse: 'dual',
      exposeHeadRoute: false,
      preHandler: async ({ headers }) => {
        if (prefersJson(headers.accept)) headers.accept = 'application/json'
      },
      schema: {
        operationId: 'listEvents',
        summary: 'Events of the last 30 days, newest first',
        description:
          'The same events that webhooks send. Asked with Accept: text/event-stream it answers as ' +
          '/v1/events/stream does; where application/json is accepted as well, with a page.',
        tags,
        querystring: EventQuery,
        response: { 200: EventsAnswer },
      },
    },
    async (request, reply) => {
      if ('sse' in reply) return stream(request, reply, request.query)
      return page(request, await listEvents(deps, request.caller, request.query))
    },
  )

  app.get(
    '/v1/events/stream',
    {
      config,
      sse: 'manual',
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Events as they happen, as server-sent events',
        description: streamGuide,
        tags,
        querystring: StreamQuery,
        headers: LastEventId,
        response: { 200: StreamText },
      },
    },
    async (request, reply) => stream(request, reply, request.query),
  )

  app.get(
    '/v1/events/:eventId',
    {
      config,
      schema: {
        operationId: 'getEvent',
        summary: 'One event of the last 30 days',
        tags,
        params: Type.Object({ eventId: Type.String() }),
        response: { 200: Data(Envelope) },
      },
    },
    async (request) => ok(request, await readEvent(deps, request.caller, request.params.eventId)),
  )
}
