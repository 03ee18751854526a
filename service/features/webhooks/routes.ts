import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { Deleted } from '../../http/shapes.ts'
import { actionRoutes, testRoute } from './action-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { replayRoutes } from './replay-routes.ts'
import { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './schema.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
} from './webhooks.ts'

const tags = ['webhooks']
const params = Type.Object({ webhookId: Type.String() })

/** The audit log tells a webhook that takes results out, from one that does not, by its action. */
const toAction = (action: string) => (webhook: unknown) =>
  typeof webhook === 'object' &&
  webhook !== null &&
  'include_result' in webhook &&
  webhook.include_result === true
    ? `${action}_with_result`
    : action

export function webhookRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/webhooks',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'Webhook endpoints, newest first, without their secrets',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Webhook) },
      },
    },
    async (request) => page(request, await listWebhooks(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/webhooks',
    {
      config: { scope: 'write', audit: toAction('webhook.created') },
      schema: {
        operationId: 'createWebhook',
        summary: 'Register an endpoint; its secret is shown this once',
        tags,
        body: NewWebhook,
        response: { 201: Data(WebhookWithSecret) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(ok(request, await createWebhook(deps, request.caller, request.body))),
  )

  app.get(
    '/v1/webhooks/:webhookId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'One webhook endpoint',
        tags,
        params,
        response: { 200: Data(Webhook) },
      },
    },
    async (request) =>
      ok(request, await readWebhook(deps, request.caller, request.params.webhookId)),
  )

  app.patch(
    '/v1/webhooks/:webhookId',
    {
      config: { scope: 'write', audit: toAction('webhook.updated') },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change the given fields; switching it off stops its deliveries at once',
        tags,
        params,
        body: WebhookChange,
        response: { 200: Data(Webhook) },
      },
    },
    async (request) => {
      const { caller, body, params: of } = request
      return ok(request, await changeWebhook(deps, caller, of.webhookId, body))
    },
  )

  app.delete(
    '/v1/webhooks/:webhookId',
    {
      config: { scope: 'write', audit: 'webhook.deleted' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete an endpoint with its deliveries, at once',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await removeWebhook(deps, request.caller, request.params.webhookId)),
  )

  deliveryRoutes(app, deps)
  app.register(async (scope: App) => testRoute(scope, deps))
  app.register(async (scope: App) => actionRoutes(scope, deps))
  app.register(async (scope: App) => replayRoutes(scope, deps))
}
