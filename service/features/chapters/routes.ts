import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Chapter } from './chapter.ts'
import { readChapters } from './chapters.ts'

export function chapterRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content/:contentId/chapters',
    {
      config: { scope: 'read', errors: ['transcript_not_ready'] },
      schema: {
        operationId: 'listChapters',
        summary: 'What a recording is about, part by part',
        ...addition,
        description:
          'In order and without gaps, computed from the current transcript without a language ' +
          'model. Empty where there is too little to divide, below about three minutes of talk, ' +
          'and in languages other than English.',
        tags: ['content'],
        params: Type.Object({ projectId: Type.String(), contentId: Type.String() }),
        response: { 200: Page(Chapter) },
      },
    },
    async (request) => {
      const items = await readChapters(deps, request.caller, request.params)
      return page(request, { items, nextCursor: null })
    },
  )
}
