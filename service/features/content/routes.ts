import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { originOf } from '../../http/origin.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { changeContent } from './change.ts'
import { ContentItem } from './content-item.ts'
import { removeContent } from './content.ts'
import { ContentDetail, readContentDetail } from './detail.ts'
import { listAllContent, listContent, listContentIds } from './list.ts'
import { mediaRoute } from './media-route.ts'
import { ContentChange, ContentIds, ContentIdsQuery, ContentQuery, DetailQuery } from './schema.ts'

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

  app.patch(
    '/v1/projects/:projectId/content/:contentId',
    {
      config: { scope: 'write', audit: 'content.updated' },
      schema: {
        operationId: 'updateContent',
        summary: 'Change the title, the time or the project of a recording',
        ...addition,
        description:
          'In another project it keeps its id, transcript, analyses and notes; the ' +
          'key must reach both. Voices remembered in the old project are not taken along.',
        tags,
        params,
        body: ContentChange,
        response: { 200: Data(ContentItem) },
      },
    },
    async (request) =>
      ok(request, await changeContent(deps, request.caller, request.params, request.body)),
  )

  app.delete(
    '/v1/projects/:projectId/content/:contentId',
    {
      config: { scope: 'write', audit: 'content.deleted' },
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

const ofProject = Type.Object({ projectId: Type.String() })

function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/projects/:projectId/content',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listContent',
        summary: 'Recordings of a project, newest first',
        tags,
        params: ofProject,
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
        params: ofProject,
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
