import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import {
  beginRecovery,
  listReplacedLibraries,
  readRecovery,
  removeReplacedLibrary,
  type RecoveryDeps,
} from './recovery.ts'
import { NewRecovery, Recovery, ReplacedLibrary } from './schema.ts'

const tags = ['machine']

/** Those that are answered without a library, too. */
export function recoveryRoutes(app: App, deps: RecoveryDeps): void {
  app.get(
    '/v1/recovery',
    {
      config: { scope: 'read', concerns: 'library' },
      schema: {
        operationId: 'getRecovery',
        summary: 'Whether the library is damaged, and what can be done about it',
        ...addition,
        description:
          'Where a library cannot be opened, the service answers this address, and every other one with ' +
          '503 `recovery_mode`. It then takes the key of the app and the command line only, the one in ' +
          '`session-token`. Needs an admin’s key that is not restricted to projects.',
        tags,
        response: { 200: Data(Recovery) },
      },
    },
    async (request) => ok(request, await readRecovery(deps, request.caller)),
  )

  app.post(
    '/v1/recovery',
    {
      // The log is in the library that is damaged.
      config: {
        scope: 'write',
        concerns: 'library',
        audit: null,
        errors: ['recovery_not_possible'],
      },
      schema: {
        operationId: 'startRecovery',
        summary: 'Do something about a damaged library',
        ...addition,
        description:
          'Nothing is deleted or overwritten: what is replaced goes to `replaced/` in the data folder. ' +
          '`GET /v1/recovery` tells how it goes, and who answers it changes when the library opens.',
        tags,
        body: NewRecovery,
        response: { 202: Data(Recovery) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await beginRecovery(deps, request.caller, request.body))
    },
  )
}

export function replacedLibraryRoutes(app: App, deps: Pick<Deps, 'config' | 'keys'>): void {
  app.get(
    '/v1/replaced-libraries',
    {
      config: { scope: 'read', concerns: 'library' },
      schema: {
        operationId: 'listReplacedLibraries',
        summary:
          'Libraries that recovery or a restore put another one in the place of, newest first',
        ...addition,
        description: 'Kept until somebody deletes them.',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(ReplacedLibrary) },
      },
    },
    async (request) =>
      page(request, await listReplacedLibraries(deps, request.caller, request.query)),
  )

  app.delete(
    '/v1/replaced-libraries/:libraryId',
    {
      config: { scope: 'write', concerns: 'library', audit: 'replaced_library.deleted' },
      schema: {
        operationId: 'deleteReplacedLibrary',
        summary: 'Delete a replaced library for good',
        ...addition,
        tags,
        params: Type.Object({ libraryId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeReplacedLibrary(deps, request.caller, request.params.libraryId)),
  )
}
