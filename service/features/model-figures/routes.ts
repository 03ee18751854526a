import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { listModelFigures, recordModelFigures } from './model-figures.ts'
import { AllModelFigures, ModelFigures, NewModelFigures } from './schema.ts'

const tags = ['models']

export function modelFigureRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/model-figures',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listModelFigures',
        summary: 'How good the analyses of each language model were when it was measured',
        ...addition,
        description:
          'By `earshot measure`, on meetings with notes of people, which are not part of the software.',
        tags,
        response: { 200: Data(AllModelFigures) },
      },
    },
    async (request) => ok(request, await listModelFigures(deps, request.caller)),
  )

  app.post(
    '/v1/model-figures',
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'recordModelFigures',
        summary: 'Keep what was measured of a language model',
        ...addition,
        description: 'In place of its former figures. Needs an admin’s key.',
        tags,
        body: NewModelFigures,
        response: { 201: Data(ModelFigures) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(ok(request, await recordModelFigures(deps, request.caller, request.body))),
  )
}
