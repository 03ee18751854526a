import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { ContentIds, ContentIdsQuery, ContentQuery } from './list-schema.ts'
import { listAllContent, listContent, listContentIds } from './list.ts'
import { ContentItem } from './schema.ts'

const tags = ['content']
const params = Type.Object({ projectId: Type.String() })

export function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listContent',
        summary: 'Recordings of a project, newest first',
        tags,
        params,
        querystring: ContentQuery,
        response: { 200: Page(ContentItem) },
      },
    },
    async (request) => {
      const { caller, query } = request
      return page(request, await listContent(deps, caller, request.params.projectId, query))
    },
  )

  app.get(
    '/v1/projects/:projectId/content/ids',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listContentIds',
        summary: 'The ids of all recordings of a project, in order',
        description:
          'An addition of ours, for lists that are scrolled: the whole order in one answer. Fetch ' +
          'the recordings that are looked at with `ids` of the list.',
        tags,
        params,
        querystring: ContentIdsQuery,
        response: { 200: Data(ContentIds) },
      },
    },
    async (request) => {
      const { caller, query } = request
      return ok(request, await listContentIds(deps, caller, request.params.projectId, query))
    },
  )

  app.get(
    '/v1/content',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAllContent',
        summary: 'Recordings of all projects, newest first',
        description:
          'An addition of ours. A key that is restricted to projects sees those of its projects. ' +
          'With status=processing it is what is being worked on.',
        tags,
        querystring: ContentQuery,
        response: { 200: Page(ContentItem) },
      },
    },
    async (request) => page(request, await listAllContent(deps, request.caller, request.query)),
  )
}
