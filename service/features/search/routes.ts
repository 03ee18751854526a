import type { Deps } from '../../deps.ts'
import { page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { SearchQuery, SearchResult } from './schema.ts'
import { searchContent } from './search.ts'

export function searchRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/search/content',
    {
      config: { scope: 'read', rate: 'search' },
      schema: {
        operationId: 'searchContent',
        summary: 'Recordings by filename, transcript and analysis results, best first',
        tags: ['search'],
        querystring: SearchQuery,
        response: { 200: Page(SearchResult) },
      },
    },
    async (request) => page(request, await searchContent(deps, request.caller, request.query)),
  )
}
