import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import { takeEmptyBody, takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { WorkQuery } from '../../http/work-query.ts'
import { Analysis, AnalysisListItem, AnalysisOverview } from './analysis.ts'
import { listAllAnalyses, listAnalyses, readAnalysis, startAnalysis } from './analyses.ts'
import { cancelAnalysis } from './cancel.ts'
import { AnalyzeAnswer, AnalyzeRequest } from './schema.ts'

const tags = ['analyses']
const content = '/v1/projects/:projectId/content/:contentId'
const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })

export function analysisRoutes(app: App, deps: Deps): void {
  app.get(
    `${content}/analyses`,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAnalyses',
        summary: 'Analyses of a recording, newest first',
        tags,
        params,
        querystring: PagingQuery,
        response: { 200: Page(AnalysisListItem) },
      },
    },
    async (request) =>
      page(request, await listAnalyses(deps, request.caller, request.params, request.query)),
  )

  app.get(
    `${content}/analyses/:analysisId`,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getAnalysis',
        summary: 'One analysis with its result',
        tags,
        params: Type.Object({ ...params.properties, analysisId: Type.String() }),
        response: { 200: Data(Analysis) },
      },
    },
    async (request) => ok(request, await readAnalysis(deps, request.caller, request.params)),
  )

  app.get(
    '/v1/analyses',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAllAnalyses',
        summary: 'Analyses of all recordings, newest first',
        description:
          'An addition of ours. A key that is restricted to projects sees those of its projects. ' +
          'With status=open it is what waits or is being worked on.',
        tags,
        querystring: WorkQuery,
        response: { 200: Page(AnalysisOverview) },
      },
    },
    async (request) => page(request, await listAllAnalyses(deps, request.caller, request.query)),
  )

  app.register(async (scope: App) => analyzeRoute(scope, deps))
  app.register(async (scope: App) => cancelRoute(scope, deps))
}

function cancelRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/analyses/:analysisId/cancel',
    {
      config: { scope: 'write', audit: null, errors: ['analysis_ended'] },
      schema: {
        operationId: 'cancelAnalysis',
        summary: 'Cancel an analysis that waits or is at work',
        description:
          'An addition of ours. The analysis fails with the code `cancelled` at once, and its ' +
          'engine stops within a second; other analyses of the recording stay. Cancelling twice ' +
          'changes nothing.',
        tags,
        params: Type.Object({ analysisId: Type.String() }),
        response: { 200: Data(Analysis) },
      },
    },
    async (request) =>
      ok(request, await cancelAnalysis(deps, request.caller, request.params.analysisId)),
  )
}

const statusOf = ({ status }: AnalyzeAnswer) => (status === 'completed' ? 200 : 202)

function analyzeRoute(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    `${content}/analyze`,
    {
      config: {
        scope: 'write',
        rate: 'engine',
        audit: null,
        statusOf,
        errors: ['transcript_not_ready'],
      },
      schema: {
        operationId: 'analyzeContent',
        summary: 'Analyse a recording; 200 where the same analysis exists, else 202',
        tags,
        params,
        body: AnalyzeRequest,
        response: { 200: Data(AnalyzeAnswer), 202: Data(AnalyzeAnswer) },
      },
    },
    async (request, reply) => {
      const answer = await startAnalysis(deps, request.caller, request.params, request.body)
      return reply.code(statusOf(answer)).send(ok(request, answer))
    },
  )
}
