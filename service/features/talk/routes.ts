import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { TalkStatistics } from './schema.ts'
import { readTalk } from './talk.ts'

export function talkRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/talk',
    {
      config: { scope: 'read', errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'getTalkStatistics',
        summary: 'Who spoke how much, how fast and in what mood',
        description: 'Computed from the current transcript; no language model has a part in it.',
        tags: ['content'],
        params: Type.Object({ projectId: Type.String(), contentId: Type.String() }),
        response: { 200: Data(TalkStatistics) },
      },
    },
    async (request) => ok(request, await readTalk(deps, request.caller, request.params)),
  )
}
