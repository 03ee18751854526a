import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { retryDelivery, testWebhook } from './outbox.ts'
import { Delivery, WebhookWithSecret } from './schema.ts'
import { rotateSecret } from './webhooks.ts'

const tags = ['webhooks']
const params = Type.Object({ webhookId: Type.String() })
const deliveryParams = Type.Object({ webhookId: Type.String(), deliveryId: Type.String() })

/** What can be done to an endpoint or a delivery; none of these takes a body. */
export function actionRoutes(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/webhooks/:webhookId/rotate-secret',
    {
      config: {
        scope: 'write',
        audit: 'webhook.secret_rotated',
      },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret, shown this once; the old one stays valid for 24 hours',
        tags,
        params,
        response: { 200: Data(WebhookWithSecret) },
      },
    },
    async (request) =>
      ok(request, await rotateSecret(deps, request.caller, request.params.webhookId)),
  )

  app.post(
    '/v1/webhooks/:webhookId/test',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a webhook.test event: one attempt, also to an inactive endpoint',
        tags,
        params,
        response: { 202: Data(Delivery) },
      },
    },
    async (request, reply) => {
      const { caller, params: of } = request
      return reply.code(202).send(ok(request, await testWebhook(deps, caller, of.webhookId)))
    },
  )

  app.post(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'retryWebhookDelivery',
        summary: 'Send a delivery again: same event, new series of attempts',
        tags,
        params: deliveryParams,
        response: { 202: Data(Delivery) },
      },
    },
    async (request, reply) => {
      const { caller, params: of } = request
      reply.code(202)
      return ok(request, await retryDelivery(deps, caller, of.webhookId, of.deliveryId))
    },
  )
}
