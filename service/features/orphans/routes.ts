import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { ContentItem } from '../content/content-item.ts'
import { listOrphans, removeOrphan, takeInOrphan } from './orphans.ts'
import { Orphan } from './schema.ts'

const tags = ['content']
const params = Type.Object({ orphanId: Type.String() })

export function orphanRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/orphans',
    {
      config: { scope: 'read', concerns: 'installation', errors: ['storage_unavailable'] },
      schema: {
        operationId: 'listOrphans',
        summary: 'Recordings that have no entry, newest first',
        ...addition,
        description:
          'A start sets aside what it finds in the folder of recordings and not in the library: after ' +
          'damage, or where an older library was put back. Where recordings lie in a store, a check of the ' +
          'library (POST /v1/verify) finds them. Needs the key of an admin that is not restricted ' +
          'to projects, as the other operations on these recordings do.',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Orphan) },
      },
    },
    async (request) => page(request, await listOrphans(deps, request.caller, request.query)),
  )

  app.delete(
    '/v1/orphans/:orphanId',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: 'orphan.deleted',
        errors: ['storage_unavailable'],
      },
      schema: {
        operationId: 'deleteOrphan',
        summary: 'Delete a recording that has no entry, for good',
        ...addition,
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeOrphan(deps, request.caller, request.params.orphanId)),
  )

  app.register(async (scope: App) => takeInRoute(scope, deps))
}

function takeInRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/orphans/:orphanId/take-in',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: 'orphan.taken_in',
        errors: ['quota_exceeded', 'storage_unavailable'],
      },
      schema: {
        operationId: 'takeInOrphan',
        summary: 'Take a recording into the library again',
        ...addition,
        description:
          'With its old id and time, in the project that it was in or, where that is gone, in “Recovered ' +
          'recordings”. It is transcribed anew.',
        tags,
        params,
        response: { 202: Data(ContentItem) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await takeInOrphan(deps, request.caller, request.params.orphanId))
    },
  )
}
