import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/server.ts'
import {
  exportGuide,
  sendTranscript,
  TranscriptAnswer,
  TranscriptQuery,
} from './exports/export-route.ts'

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
        description: exportGuide,
        querystring: TranscriptQuery,
        response: { 200: TranscriptAnswer },
      },
    },
    async (request, reply) => sendTranscript(deps, request, reply),
  )
}
