import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { ContentItem } from '../content/content.ts'
import { Transcript } from './schema.ts'
import { readTranscript, reprocessContent } from './transcripts.ts'

const tags = ['content']
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function transcriptRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/transcript',
    {
      config: { scope: 'read', errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'getTranscript',
        summary: 'The transcript of a recording',
        tags,
        params,
        response: { 200: Data(Transcript) },
      },
    },
    async (request) => {
      const { projectId, contentId } = request.params
      return ok(request, await readTranscript(deps, request.caller, projectId, contentId))
    },
  )

  app.register(async (scope: App) => reprocessRoute(scope, deps))
}

function reprocessRoute(app: App, deps: Deps): void {
  takeNoBody(app)
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
        tags,
        params,
        response: { 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      const { projectId, contentId } = request.params
      reply.code(202)
      return ok(request, await reprocessContent(deps, request.caller, projectId, contentId))
    },
  )
}
