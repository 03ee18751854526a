import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { listOverviews } from './overviews.ts'
import { Overviews, OverviewsQuery } from './schema.ts'

export function overviewRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/content/overviews',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listOverviews',
        summary: 'What recordings are about, for lists of them',
        ...addition,
        description:
          'Of each recording how its summary begins, who speaks, and how many tasks are open. A ' +
          'key that is restricted to projects sees those of its projects.',
        tags: ['content'],
        querystring: OverviewsQuery,
        response: { 200: Data(Overviews) },
      },
    },
    async (request) => ok(request, await listOverviews(deps, request.caller, request.query)),
  )
}
