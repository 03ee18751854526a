import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { originOf } from '../../http/origin.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { removeContent } from './content.ts'
import { ContentDetail, readContentDetail } from './detail.ts'
import { listRoutes } from './list-routes.ts'
import { mediaRoute } from './media-route.ts'
import { DetailQuery } from './schema.ts'

const tags = ['content']
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function contentRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)

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
