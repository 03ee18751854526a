import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { listBackups, openArchive, readBackup, removeBackup, startBackup } from './backups.ts'
import { Archive, Backup, NewBackup } from './schema.ts'

const tags = ['machine']
const params = Type.Object({ backupId: Type.String() })

export function backupRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/backups',
    {
      config: {
        scope: 'write',
        concerns: 'library',
        audit: 'backup.created',
        errors: ['backup_running'],
      },
      schema: {
        operationId: 'createBackup',
        summary: 'Make a backup of the library',
        ...addition,
        description:
          'Goes on in the background, beside everything else: `GET /v1/backups/{backupId}` tells how far it is. ' +
          'Each backup is loaded and compared before it counts. Needs the key of an admin that is not ' +
          'restricted to projects, as the other operations on backups do.',
        tags,
        body: NewBackup,
        response: { 202: Data(Backup) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await startBackup(deps, request.caller, request.body))
    },
  )

  app.get(
    '/v1/backups',
    {
      config: { scope: 'read', concerns: 'library' },
      schema: {
        operationId: 'listBackups',
        summary: 'Backups, newest first',
        ...addition,
        description:
          'One is made every day, and one before an update of the database. Kept are one of each of the last ' +
          'seven days, one of each of the last four weeks, and always the last two.',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Backup) },
      },
    },
    async (request) => page(request, await listBackups(deps, request.caller, request.query)),
  )
  routesOfOne(app, deps)
}

function routesOfOne(app: App, deps: Deps): void {
  app.get(
    '/v1/backups/:backupId',
    {
      config: { scope: 'read', concerns: 'library' },
      schema: {
        operationId: 'getBackup',
        summary: 'One backup, and how far it is',
        ...addition,
        tags,
        params,
        response: { 200: Data(Backup) },
      },
    },
    async (request) => ok(request, await readBackup(deps, request.caller, request.params.backupId)),
  )

  app.get(
    '/v1/backups/:backupId/archive',
    {
      config: {
        scope: 'read',
        concerns: 'library',
        audit: 'backup.downloaded',
        errors: ['backup_running'],
      },
      schema: {
        operationId: 'downloadBackup',
        summary: 'A backup as one file, a tar',
        ...addition,
        tags,
        params,
        response: { 200: Archive },
      },
    },
    async (request, reply) => {
      const archive = await openArchive(deps, request.caller, request.params.backupId)
      reply
        .type('application/x-tar')
        .header('content-disposition', `attachment; filename="${request.params.backupId}.tar"`)
        .header('cache-control', 'private, no-store')
      // The schema says what the bytes are; a stream is sent as it is.
      return reply.send(archive as unknown as string)
    },
  )

  app.delete(
    '/v1/backups/:backupId',
    {
      config: { scope: 'write', concerns: 'library', audit: 'backup.deleted' },
      schema: {
        operationId: 'deleteBackup',
        summary: 'Delete a backup, for good, or cancel the one that is being made',
        ...addition,
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeBackup(deps, request.caller, request.params.backupId)),
  )
}
