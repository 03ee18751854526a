import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import {
  connectModelServer,
  disconnectModelServer,
  findModelServers,
  listModelServers,
} from './model-servers.ts'
import { FoundModelServers, ModelServer, NewModelServer } from './schema.ts'

const tags = ['models']

export function modelServerRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/model-servers',
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'listModelServers',
        summary: 'Connected programs that serve language models, newest first',
        ...addition,
        description:
          'Each is asked for its models now, five seconds at most. settings.language_model of the ' +
          'organization takes the id of a model. Needs an admin’s key.',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(ModelServer) },
      },
    },
    async (request) => page(request, await listModelServers(deps, request.caller, request.query)),
  )

  app.get(
    '/v1/model-servers/found',
    {
      config: { scope: 'read', concerns: 'installation' },
      schema: {
        operationId: 'findModelServers',
        summary: 'Programs on this machine that serve language models and are not connected',
        ...addition,
        description:
          'Looks on the ports that Ollama, LM Studio, llama-server, vLLM and Jan usually have, ' +
          'on this machine alone. Needs an admin’s key.',
        tags,
        response: { 200: Data(FoundModelServers) },
      },
    },
    async (request) => ok(request, await findModelServers(deps, request.caller)),
  )

  app.post(
    '/v1/model-servers',
    {
      config: { scope: 'write', concerns: 'installation', audit: 'model_server.added' },
      schema: {
        operationId: 'connectModelServer',
        summary: 'Connect a program that serves language models',
        ...addition,
        description:
          'Any with OpenAI’s API: it has to answer GET /v1/models now. Without allow_remote only ' +
          'on this machine, and without allow_unencrypted elsewhere only by https. The same ' +
          'address again replaces key and permissions. Needs an admin’s key.',
        tags,
        body: NewModelServer,
        response: { 201: Data(ModelServer) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(ok(request, await connectModelServer(deps, request.caller, request.body))),
  )

  app.delete(
    '/v1/model-servers/:serverId',
    {
      config: {
        scope: 'write',
        concerns: 'installation',
        audit: 'model_server.removed',
        errors: ['not_found', 'model_in_use'],
      },
      schema: {
        operationId: 'disconnectModelServer',
        summary: 'Disconnect a program that serves language models',
        ...addition,
        description:
          'Its key is forgotten. Refused while one of its models is the chosen one. Needs an ' +
          'admin’s key.',
        tags,
        params: Type.Object({ serverId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await disconnectModelServer(deps, request.caller, request.params.serverId)),
  )
}
