import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { deleteTrashed, emptyTrash } from './empty.ts'
import { Emptied, Restored, TrashItem } from './schema.ts'
import {
  listTrash,
  restoreContent,
  restoreProject,
  restorePrompt,
  trashContent,
  trashProject,
  trashPrompt,
} from './trash.ts'

const tags = ['trash']
const description =
  'What lies in the bin for 30 days is deleted for good; until then no list, search, answer or insight finds ' +
  'it. Repeated, it gets the same answer.'

export function trashRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/trash',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listTrash',
        summary: 'Recordings, projects and prompts in the bin, put there last first',
        ...addition,
        tags,
        querystring: PagingQuery,
        response: { 200: Page(TrashItem) },
      },
    },
    async (request) => page(request, await listTrash(deps, request.caller, request.query)),
  )

  app.delete(
    '/v1/trash',
    {
      config: { scope: 'write', audit: 'trash.emptied' },
      schema: {
        operationId: 'emptyTrash',
        summary: 'Delete all that lies in the bin, for good',
        ...addition,
        tags,
        response: { 200: Data(Emptied) },
      },
    },
    async (request) => ok(request, await emptyTrash(deps, request.caller)),
  )

  app.delete(
    '/v1/trash/:itemId',
    {
      config: { scope: 'write', audit: 'trash.deleted' },
      schema: {
        operationId: 'deleteTrashed',
        summary: 'Delete a recording, project or prompt in the bin, for good',
        ...addition,
        tags,
        params: Type.Object({ itemId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await deleteTrashed(deps, request.caller, request.params.itemId)),
  )

  contentTrashRoutes(app, deps)
  projectTrashRoutes(app, deps)
  promptTrashRoutes(app, deps)
}

function contentTrashRoutes(app: App, deps: Deps): void {
  const params = Type.Object({ projectId: Type.String(), contentId: Type.String() })
  app.post(
    '/v1/projects/:projectId/content/:contentId/trash',
    {
      config: { scope: 'write', audit: 'content.trashed' },
      schema: {
        operationId: 'trashContent',
        summary: 'Put a recording into the bin',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(TrashItem) },
      },
    },
    async (request) => ok(request, await trashContent(deps, request.caller, request.params)),
  )
  app.post(
    '/v1/projects/:projectId/content/:contentId/restore',
    {
      config: { scope: 'write', audit: 'content.restored', errors: ['project_in_bin'] },
      schema: {
        operationId: 'restoreContent',
        summary: 'Take a recording out of the bin, into the project that it came from',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(Restored) },
      },
    },
    async (request) => ok(request, await restoreContent(deps, request.caller, request.params)),
  )
}

function projectTrashRoutes(app: App, deps: Deps): void {
  const params = Type.Object({ projectId: Type.String() })
  app.post(
    '/v1/projects/:projectId/trash',
    {
      config: { scope: 'write', audit: 'project.trashed' },
      schema: {
        operationId: 'trashProject',
        summary: 'Put a project with all its recordings into the bin',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(TrashItem) },
      },
    },
    async (request) =>
      ok(request, await trashProject(deps, request.caller, request.params.projectId)),
  )
  app.post(
    '/v1/projects/:projectId/restore',
    {
      config: { scope: 'write', audit: 'project.restored' },
      schema: {
        operationId: 'restoreProject',
        summary: 'Take a project out of the bin',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(Restored) },
      },
    },
    async (request) =>
      ok(request, await restoreProject(deps, request.caller, request.params.projectId)),
  )
}

function promptTrashRoutes(app: App, deps: Deps): void {
  const params = Type.Object({ promptId: Type.String() })
  app.post(
    '/v1/prompts/:promptId/trash',
    {
      config: {
        scope: 'write',
        audit: 'prompt.trashed',
        errors: ['resource_protected', 'prompt_in_use'],
      },
      schema: {
        operationId: 'trashPrompt',
        summary: 'Put a prompt into the bin',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(TrashItem) },
      },
    },
    async (request) =>
      ok(request, await trashPrompt(deps, request.caller, request.params.promptId)),
  )
  app.post(
    '/v1/prompts/:promptId/restore',
    {
      config: { scope: 'write', audit: 'prompt.restored' },
      schema: {
        operationId: 'restorePrompt',
        summary: 'Take a prompt out of the bin',
        ...addition,
        description,
        tags,
        params,
        response: { 200: Data(Restored) },
      },
    },
    async (request) =>
      ok(request, await restorePrompt(deps, request.caller, request.params.promptId)),
  )
}
