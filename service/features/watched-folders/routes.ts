import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { NewWatchedFolder, WatchedFolder, WatchedFolderQuery } from './schema.ts'
import {
  addWatchedFolder,
  listWatchedFolders,
  removeWatchedFolder,
  scanWatchedFolder,
} from './watched-folders.ts'

const tags = ['content']
const params = Type.Object({ folderId: Type.String() })

export function watchedFolderRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/watched-folders',
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'listWatchedFolders',
        summary: 'Folders of this machine whose new recordings are added, newest first',
        ...addition,
        description:
          'error says why nothing is taken at present, such as folder_missing where a disk is not there; it is ' +
          'tried again by itself. Folders of projects in the bin are left out. Needs an admin’s key.',
        tags,
        querystring: WatchedFolderQuery,
        response: { 200: Page(WatchedFolder) },
      },
    },
    async (request) => page(request, await listWatchedFolders(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/watched-folders',
    {
      config: { scope: 'write', concerns: 'installation', audit: 'watched_folder.added' },
      schema: {
        operationId: 'addWatchedFolder',
        summary: 'Add what comes into a folder of this machine to a project',
        ...addition,
        description:
          'Recordings in it and in the folders in it, two levels down, once they are whole; each once, also ' +
          'by its content. Nothing is moved or deleted, and what lies there already is not taken. Only for ' +
          'the app and the command line on this machine.',
        tags,
        body: NewWatchedFolder,
        response: { 200: Data(WatchedFolder), 201: Data(WatchedFolder) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      const { isNew, folder } = await addWatchedFolder(deps, request.caller, request.body)
      return reply.code(isNew ? 201 : 200).send(ok(request, folder))
    },
  )

  app.delete(
    '/v1/watched-folders/:folderId',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: 'watched_folder.removed',
        errors: ['not_found'],
      },
      schema: {
        operationId: 'removeWatchedFolder',
        summary: 'Watch a folder no more',
        ...addition,
        description: 'Its files and recordings stay. Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeWatchedFolder(deps, request.caller, request.params.folderId)),
  )

  app.register(async (scope: App) => scanRoute(scope, deps))
}

function scanRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/watched-folders/:folderId/scan',
    {
      config: { scope: 'write', concerns: 'installation', audit: null, errors: ['not_found'] },
      schema: {
        operationId: 'scanWatchedFolder',
        summary: 'Look through a folder now',
        ...addition,
        description:
          'It is looked through by itself, too: at once where the system tells of a change, and every minute. ' +
          'This tries again what was refused. Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(WatchedFolder) },
      },
    },
    async (request) =>
      ok(request, await scanWatchedFolder(deps, request.caller, request.params.folderId)),
  )
}
