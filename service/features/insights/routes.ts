import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeEmptyBody } from '../../http/no-body.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { WorkQuery } from '../../http/work-query.ts'
import { generateInsights, listAllInsights, listInsights, readLatestInsights } from './insights.ts'
import { GenerateAnswer, GenerateRequest, Insights, InsightsItem } from './schema.ts'

const tags = ['insights']
const place = '/v1/projects/:projectId/insights'
const params = Type.Object({ projectId: Type.String() })

export function insightsRoutes(app: App, deps: Deps): void {
  app.get(
    place,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getInsights',
        summary: 'The newest completed insights of a project',
        description: 'not_found also where none were generated yet.',
        tags,
        params,
        response: { 200: Data(Insights) },
      },
    },
    async (request) =>
      ok(request, await readLatestInsights(deps, request.caller, request.params.projectId)),
  )

  app.get(
    `${place}/history`,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listInsights',
        summary: 'All insights of a project, newest first',
        tags,
        params,
        querystring: PagingQuery,
        response: { 200: Page(InsightsItem) },
      },
    },
    async (request) => {
      const { caller, params: path, query } = request
      return page(request, await listInsights(deps, caller, path.projectId, query))
    },
  )

  app.get(
    '/v1/insights',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAllInsights',
        summary: 'Insights of all projects, newest first',
        description:
          'An addition of ours. A key that is restricted to projects sees those of its projects. ' +
          'With status=open it is what waits or is being worked on.',
        tags,
        querystring: WorkQuery,
        response: { 200: Page(InsightsItem) },
      },
    },
    async (request) => page(request, await listAllInsights(deps, request.caller, request.query)),
  )

  app.register(async (scope: App) => generateRoute(scope, deps))
}

function generateRoute(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    `${place}/generate`,
    {
      config: { scope: 'write', rate: 'engine', audit: null },
      schema: {
        operationId: 'generateInsights',
        summary: 'Generate insights over the recordings of the last days',
        description:
          'The work is queued; project_insights.completed tells when it is done. While insights of ' +
          'the project are queued or in work, the answer names those.',
        tags,
        params,
        body: GenerateRequest,
        response: { 202: Data(GenerateAnswer) },
      },
    },
    async (request, reply) => {
      const { caller, params: path, body } = request
      reply.code(202)
      return ok(request, await generateInsights(deps, caller, path.projectId, body))
    },
  )
}
