import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody, takeEmptyBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { Body } from '../../http/shapes.ts'
import { ContentItem } from '../content/content-item.ts'
import { speechOptions } from '../content/speech-options.ts'
import {
  cancelTranscription,
  pauseTranscription,
  prioritizeContent,
  resumeTranscription,
} from './control.ts'
import { reprocessContent } from './reprocess.ts'

const tags = ['content']
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function transcriptionRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => reprocessRoute(scope, deps))
  app.register(async (scope: App) => {
    takeNoBody(scope)
    pauseRoute(scope, deps)
    resumeRoute(scope, deps)
    cancelRoute(scope, deps)
    prioritizeRoute(scope, deps)
  })
}

function pauseRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/:contentId/pause',
    {
      config: { scope: 'write', audit: null, errors: ['content_not_processing'] },
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
        audit: null,
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
      config: { scope: 'write', audit: null, errors: ['content_not_processing'] },
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

function prioritizeRoute(app: App, deps: Deps): void {
  app.post(
    '/v1/projects/:projectId/content/:contentId/prioritize',
    {
      config: { scope: 'write', audit: null, errors: ['content_not_processing'] },
      schema: {
        operationId: 'prioritizeContent',
        summary: 'Do a recording next',
        description:
          'What waits of it, its transcription and its analyses, goes before all else that waits. What ' +
          'runs is not stopped for it.',
        tags,
        params,
        response: { 200: Data(ContentItem) },
      },
    },
    async (request) => ok(request, await prioritizeContent(deps, request.caller, request.params)),
  )
}

const Reprocess = Body(speechOptions, {
  title: 'Reprocess',
  description:
    'How to hear it this time. What is left out stays as the upload or the last reprocessing asked ' +
    'for; null takes it from the project again.',
  examples: [{}, { language: 'de' }, { language: 'auto' }],
})

function reprocessRoute(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    '/v1/projects/:projectId/content/:contentId/reprocess',
    {
      config: {
        scope: 'write',
        rate: 'engine',
        audit: null,
        errors: [
          'quota_exceeded',
          'content_processing',
          'no_audio',
          'upload_incomplete',
          'model_unavailable',
          'storage_unavailable',
        ],
      },
      schema: {
        operationId: 'reprocessContent',
        summary: 'Transcribe a recording again',
        description:
          'The old transcript stays readable until the new one replaces it. An imported transcript ' +
          'whose file could not be read is read again.',
        tags,
        params,
        body: Reprocess,
        response: { 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      const { caller, params: ref, body } = request
      reply.code(202)
      return ok(request, await reprocessContent(deps, caller, ref, body))
    },
  )
}
