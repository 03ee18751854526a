import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeEmptyBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { Body } from '../../http/shapes.ts'
import { ContentItem, speechOptions } from '../content/content.ts'
import { reprocessContent } from './reprocess.ts'

const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

const Reprocess = Body(speechOptions, {
  title: 'Reprocess',
  description:
    'How to hear it this time. What is left out stays as the upload or the last reprocessing asked ' +
    'for; null takes it from the project again.',
  examples: [{}, { language: 'de' }, { language: 'auto' }],
})

export function reprocessRoutes(app: App, deps: Deps): void {
  app.register(async (scope: App) => reprocessRoute(scope, deps))
}

function reprocessRoute(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    '/v1/projects/:projectId/content/:contentId/reprocess',
    {
      config: {
        scope: 'write',
        rate: 'engine',
        errors: ['quota_exceeded', 'content_processing', 'upload_incomplete', 'model_unavailable'],
      },
      schema: {
        operationId: 'reprocessContent',
        summary: 'Transcribe a recording again',
        tags: ['content'],
        params,
        body: Reprocess,
        response: { 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      const { caller, params: ids, body } = request
      reply.code(202)
      return ok(request, await reprocessContent(deps, caller, ids, body))
    },
  )
}
