import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { ContentItem } from '../content/content.ts'
import { cancelTranscription, pauseTranscription, resumeTranscription } from './control.ts'

const tags = ['content']
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function controlRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => {
    takeNoBody(scope)
    pauseRoute(scope, deps)
    resumeRoute(scope, deps)
    cancelRoute(scope, deps)
  })
}

function pauseRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/:contentId/pause',
    {
      config: { scope: 'write', errors: ['content_not_processing'] },
      schema: {
        operationId: 'pauseContent',
        summary: 'Pause the transcription of a recording',
        description:
          'What is finished of it is kept, and other recordings take their turn. It stays paused ' +
          'over restarts: status `processing`, stage `paused`. Pausing it twice changes nothing.',
        tags,
        params,
        response: { 200: Data(ContentItem) },
      },
    },
    async (request) => ok(request, await pauseTranscription(deps, request.caller, request.params)),
  )
}

function resumeRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/:contentId/resume',
    {
      config: {
        scope: 'write',
        rate: 'engine',
        errors: ['quota_exceeded', 'content_not_processing', 'model_unavailable'],
      },
      schema: {
        operationId: 'resumeContent',
        summary: 'Go on with a paused transcription',
        description:
          'It is queued again and goes on behind what was finished. One that is not paused goes on ' +
          'as it does.',
        tags,
        params,
        response: { 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await resumeTranscription(deps, request.caller, request.params))
    },
  )
}

function cancelRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/:contentId/cancel',
    {
      config: { scope: 'write', errors: ['content_not_processing'] },
      schema: {
        operationId: 'cancelContent',
        summary: 'Cancel the transcription of a recording',
        description:
          'The recording fails with the code `cancelled` at once; what was finished of it goes, and ' +
          'an earlier transcript stays. Reprocess it to begin anew. Cancelling twice changes nothing.',
        tags,
        params,
        response: { 200: Data(ContentItem) },
      },
    },
    async (request) => ok(request, await cancelTranscription(deps, request.caller, request.params)),
  )
}
