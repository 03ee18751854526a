import type { Deps } from '../../deps.ts'
import { page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { listModels } from './models.ts'
import { ModelQuery, ModelRecord } from './schema.ts'

export function modelRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/models',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listModels',
        summary: 'Models that this software knows, and how fast they are here',
        description:
          'A model of the list is installed with `npm run models -- install ID`, or by the app; the ' +
          'API takes no files and no paths of models.',
        tags: ['models'],
        querystring: ModelQuery,
        response: { 200: Page(ModelRecord) },
      },
    },
    async (request) => page(request, await listModels(deps, request.query)),
  )
}
