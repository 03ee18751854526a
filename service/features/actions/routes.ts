import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { changeAction, listActionOwners, listActions, listAllActions } from './actions.ts'
import { Action, ActionChange, ActionOwners, ActionQuery } from './schema.ts'

const tags = ['insights']
const place = '/v1/projects/:projectId/actions'

export function actionRoutes(app: App, deps: Deps): void {
  app.get(
    place,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listActions',
        summary: 'The action items of a project’s recordings, newest first',
        ...addition,
        description:
          'Every action item that the newest analyses of the recordings name, with who took ' +
          'it on, by when, and where it was said. The same item in a later analysis stays as it ' +
          'was ticked; it goes with its recording.',
        tags,
        params: Type.Object({ projectId: Type.String() }),
        querystring: ActionQuery,
        response: { 200: Page(Action) },
      },
    },
    async (request) => {
      const { caller, params, query } = request
      return page(request, await listActions(deps, caller, params.projectId, query))
    },
  )

  app.get(
    '/v1/actions',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAllActions',
        summary: 'The action items of all projects, newest first',
        ...addition,
        description:
          'A key that is restricted to projects sees those of its projects. With state=open and ' +
          'sort=due it is what is to be done next.',
        tags,
        querystring: ActionQuery,
        response: { 200: Page(Action) },
      },
    },
    async (request) => page(request, await listAllActions(deps, request.caller, request.query)),
  )

  app.get(
    `${place}/owners`,
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listActionOwners',
        summary: 'Who took on the action items of a project',
        ...addition,
        description: 'The names that the filter `owner` of the list finds something for.',
        tags,
        params: Type.Object({ projectId: Type.String() }),
        response: { 200: Data(ActionOwners) },
      },
    },
    async (request) =>
      ok(request, await listActionOwners(deps, request.caller, request.params.projectId)),
  )

  app.patch(
    `${place}/:actionId`,
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'updateAction',
        summary: 'Tick off an action item, or open it again',
        ...addition,
        tags,
        params: Type.Object({ projectId: Type.String(), actionId: Type.String() }),
        body: ActionChange,
        response: { 200: Data(Action) },
      },
    },
    async (request) => {
      const { caller, params, body } = request
      return ok(request, await changeAction(deps, caller, params, body))
    },
  )
}
