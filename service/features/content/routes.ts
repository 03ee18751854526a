import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { originOf } from '../../http/origin.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { listContent, removeContent } from './content.ts'
import { ContentDetail, readContentDetail } from './detail.ts'
import { mediaRoute } from './media-route.ts'
import { ContentItem, ContentQuery, DetailQuery } from './schema.ts'

const tags = ['content']
const projectParams = Type.Object({ projectId: Type.String() })
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function contentRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listContent',
        summary: 'Recordings of a project, newest first',
        tags,
        params: projectParams,
        querystring: ContentQuery,
        response: { 200: Page(ContentItem) },
      },
    },
    async (request) => {
      const {
        caller,
        query,
        params: { projectId },
      } = request
      return page(request, await listContent(deps, caller, projectId, query))
    },
  )

  app.get(
    '/v1/projects/:projectId/content/:contentId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getContent',
        summary: 'One recording with its transcript and analyses',
        tags,
        params,
        querystring: DetailQuery,
        response: { 200: Data(ContentDetail) },
      },
    },
    async (request) => {
      const options = { ...request.query, origin: originOf(request, deps.config) }
      return ok(request, await readContentDetail(deps, request.caller, request.params, options))
    },
  )

  app.delete(
    '/v1/projects/:projectId/content/:contentId',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'deleteContent',
        summary: 'Delete a recording with everything made from it, for good',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) => {
      const { projectId, contentId } = request.params
      return ok(request, await removeContent(deps, request.caller, projectId, contentId))
    },
  )

  mediaRoute(app, deps)
}
