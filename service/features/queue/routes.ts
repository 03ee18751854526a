import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { pauseQueue, readQueue, resumeQueue } from './queue.ts'
import { Queue, QueuePause } from './schema.ts'

const tags = ['content']

export function queueRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/queue',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getQueue',
        summary: 'What is at work, what waits and in which order, and for about how long',
        ...addition,
        tags,
        response: { 200: Data(Queue) },
      },
    },
    async (request) => ok(request, await readQueue(deps, request.caller)),
  )
  app.register(async (scope: App) => {
    takeNoBody(scope)
    pauseRoute(scope, deps)
    resumeRoute(scope, deps)
  })
}

function pauseRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/queue/pause',
    {
      config: { scope: 'write', concerns: 'installation', audit: 'queue.paused' },
      schema: {
        operationId: 'pauseQueue',
        summary: 'Pause all transcriptions and analyses',
        ...addition,
        description:
          'What runs is stopped and put back: a transcription keeps what is finished of it, an analysis ' +
          'begins again. New work waits, too. It stays paused over restarts. Imports, insights and ' +
          'deliveries, which take seconds, go on. Needs the key of an admin that is not restricted to ' +
          'projects.',
        tags,
        response: { 200: Data(QueuePause) },
      },
    },
    async (request) => ok(request, await pauseQueue(deps, request.caller)),
  )
}

function resumeRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/queue/resume',
    {
      config: { scope: 'write', concerns: 'installation', audit: 'queue.resumed' },
      schema: {
        operationId: 'resumeQueue',
        summary: 'Go on with all transcriptions and analyses',
        ...addition,
        description:
          'But with those that are paused one by one. Needs the key of an admin that is not restricted to ' +
          'projects.',
        tags,
        response: { 200: Data(QueuePause) },
      },
    },
    async (request) => ok(request, await resumeQueue(deps, request.caller)),
  )
}
