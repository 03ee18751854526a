import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { addModel, cancelModel, installModel, removeModel, verifyModel } from './manage.ts'
import { getModel, listModels } from './models.ts'
import { ModelAnswer, ModelPage, ModelQuery, ModelRecord, NewModel } from './schema.ts'

const tags = ['models']
const params = Type.Object({
  modelId: Type.String({
    description: 'As GET /v1/models lists it',
    examples: ['whisper-small-q5_1'],
  }),
})

export function modelRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/models',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listModels',
        summary: 'Models that this software knows, and how fast they are here',
        description:
          'Those of the list can be installed by their id. The API takes no files, no paths and no ' +
          'addresses of models: where each comes from, and its hash, is part of the software, or ' +
          'told by the one hub that this machine was set up with.',
        tags,
        querystring: ModelQuery,
        response: { 200: ModelPage },
      },
    },
    async (request) => ({
      object: 'list' as const,
      ...page(request, await listModels(deps, request.caller, request.query)),
    }),
  )

  app.post(
    '/v1/models',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: null,
        errors: ['hub_file_refused', 'hub_unavailable'],
      },
      schema: {
        operationId: 'addModel',
        summary: 'Add a language model to the list by its name on the hub',
        ...addition,
        description:
          'Reads size, licence and SHA-256 from the hub, which every load is compared with from ' +
          'then on, and fetches nothing else: install does. GGUF only. Needs an admin’s key.',
        tags,
        body: NewModel,
        response: { 201: Data(ModelRecord) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(ok(request, await addModel(deps, request.caller, request.body))),
  )

  app.get(
    '/v1/models/:modelId',
    {
      config: { scope: 'read', errors: ['not_found'], openAi: true },
      schema: {
        operationId: 'getModel',
        summary: 'One model',
        ...addition,
        description:
          'What OpenAI’s clients look for stands beside data too; refusals have their type and param.',
        tags,
        params,
        response: { 200: ModelAnswer },
      },
    },
    async (request) => {
      const model = await getModel(deps, request.caller, request.params.modelId)
      const { id, object, created, owned_by } = model
      return { id, object, created, owned_by, ...ok(request, model) }
    },
  )

  app.post(
    '/v1/models/:modelId/install',
    {
      config: { scope: 'write', concerns: 'installation', audit: null, errors: ['not_found'] },
      schema: {
        operationId: 'installModel',
        summary: 'Begin to install a model',
        ...addition,
        description:
          'Fetches the file in the background, going on where an earlier try stopped, and ' +
          'compares its hash; GET /v1/models tells how far it is. Needs an admin’s key.',
        tags,
        params,
        response: { 202: Data(ModelRecord) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await installModel(deps, request.caller, request.params.modelId))
    },
  )

  app.post(
    '/v1/models/:modelId/cancel',
    {
      config: { scope: 'write', concerns: 'installation', audit: null, errors: ['not_found'] },
      schema: {
        operationId: 'cancelModel',
        summary: 'Stop installing or verifying a model',
        ...addition,
        description:
          'What has come of the file stays, so that installing it again goes on from there; ' +
          'DELETE removes that, too. Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(ModelRecord) },
      },
    },
    async (request) => ok(request, await cancelModel(deps, request.caller, request.params.modelId)),
  )

  app.post(
    '/v1/models/:modelId/verify',
    {
      config: { scope: 'write', concerns: 'installation', audit: null, errors: ['not_found'] },
      schema: {
        operationId: 'verifyModel',
        summary: 'Begin to compare an installed model with its hash',
        ...addition,
        description:
          'Reads the whole file in the background; state says installed or damaged then. ' +
          'Every load compares the hash as well. Needs an admin’s key.',
        tags,
        params,
        response: { 202: Data(ModelRecord) },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return ok(request, await verifyModel(deps, request.caller, request.params.modelId))
    },
  )

  app.delete(
    '/v1/models/:modelId',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: 'model.removed',
        errors: ['not_found', 'resource_protected', 'model_in_use'],
      },
      schema: {
        operationId: 'deleteModel',
        summary: 'Delete the file of an installed model',
        ...addition,
        description:
          'Also what an installation that was broken off left. Models that came with the ' +
          'software stay, and so does one that is at work. Needs an admin’s key.',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) => ok(request, await removeModel(deps, request.caller, request.params.modelId)),
  )
}
