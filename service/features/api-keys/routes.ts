import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { createApiKey, listApiKeys, removeApiKey } from './api-keys.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './schema.ts'

const tags = ['api-keys']

export function apiKeyRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/api-keys',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'API keys, without the keys themselves',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(ApiKey) },
      },
    },
    async (request) => page(request, await listApiKeys(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/api-keys',
    {
      config: { scope: 'write', audit: 'api_key.created' },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key; the key is shown this once',
        tags,
        body: NewApiKey,
        response: { 201: Data(CreatedApiKey) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(ok(request, await createApiKey(deps, request.caller, request.body))),
  )

  app.delete(
    '/v1/api-keys/:keyId',
    {
      config: {
        scope: 'write',
        audit: 'api_key.revoked',
        errors: ['cannot_revoke_current_key'],
      },
      schema: {
        operationId: 'deleteApiKey',
        summary: 'Revoke an API key, at once',
        tags,
        params: Type.Object({ keyId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request) => ok(request, await removeApiKey(deps, request.caller, request.params.keyId)),
  )
}
