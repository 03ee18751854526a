import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Verification } from './schema.ts'
import { cancelVerification, readVerification, startVerification } from './verification.ts'

const tags = ['machine']

export function verificationRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/verify',
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'getVerification',
        summary: 'How far the check of the library is, or what the last one found',
        ...addition,
        tags,
        response: { 200: Data(Verification) },
      },
    },
    async (request) => ok(request, await readVerification(deps, request.caller)),
  )

  app.delete(
    '/v1/verify',
    {
      config: { scope: 'write', concerns: 'installation', audit: null },
      schema: {
        operationId: 'cancelVerification',
        summary: 'Stop the check of the library',
        ...addition,
        tags,
        response: { 200: Data(Verification) },
      },
    },
    async (request) => ok(request, await cancelVerification(deps, request.caller)),
  )

  app.register(async (scope: App) => startRoute(scope, deps))
}

function startRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/verify',
    {
      config: { scope: 'write', concerns: 'installation', audit: 'verification.started' },
      schema: {
        operationId: 'startVerification',
        summary: 'Check the whole library for damage',
        ...addition,
        description:
          'Entries against their counts, indexes against their tables, every page that holds data, and each ' +
          'recording against its hash. A damaged index is built again. Where entries are lost the service stops, ' +
          'so that they can be recovered. While a check runs, it is answered and no other one starts. Needs the ' +
          'key of an admin that is not restricted to projects, as the other operations on it do.',
        tags,
        response: { 202: Data(Verification) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await startVerification(deps, request.caller))
    },
  )
}
