import type { Deps } from '../../deps.ts'
import { page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { SearchQuery, SearchResult, SearchSpeaker, SpeakersQuery } from './schema.ts'
import { listSpeakers, searchContent } from './search.ts'

export function searchRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/search/content',
    {
      config: { scope: 'read', rate: 'search' },
      schema: {
        operationId: 'searchContent',
        summary: 'Recordings by filename, transcript and analysis results, best first',
        description:
          'In very many recordings a page may hold fewer than limit, or none, and yet a next_cursor: older ' +
          'recordings are looked through with it.',
        tags: ['search'],
        querystring: SearchQuery,
        response: { 200: Page(SearchResult) },
      },
    },
    async (request) => page(request, await searchContent(deps, request.caller, request.query)),
  )
  app.get(
    '/v1/search/speakers',
    {
      config: { scope: 'read', rate: 'search' },
      schema: {
        operationId: 'listSearchSpeakers',
        summary: 'Names of speakers to search by, those in most recordings first',
        tags: ['search'],
        querystring: SpeakersQuery,
        response: { 200: Page(SearchSpeaker) },
      },
    },
    async (request) => page(request, await listSpeakers(deps, request.caller, request.query)),
  )
}
