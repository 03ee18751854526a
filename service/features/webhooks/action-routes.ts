import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok } from '../../http/envelope.ts'
import { takeEmptyBody, takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { retryDelivery, testWebhook } from './outbox.ts'
import { Delivery, TestRequest, WebhookWithSecret } from './schema.ts'
import { rotateSecret } from './webhooks.ts'

const tags = ['webhooks']
const params = Type.Object({ webhookId: Type.String() })
const deliveryParams = Type.Object({ webhookId: Type.String(), deliveryId: Type.String() })

/** Spec: a request without a body; what it may name is our addition (api-choices.md 5). */
export function testRoute(app: App, deps: Deps): void {
  takeEmptyBody(app)
  app.post(
    '/v1/webhooks/:webhookId/test',
    {
      config: { scope: 'write', audit: 'webhook.tested' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event: one attempt, also to an inactive endpoint',
        description:
          'Without a body it is webhook.test; with `event`, an example of that event, signed as a ' +
          'real one and marked with `is_test`, to try a receiver with.',
        tags,
        params,
        body: TestRequest,
        response: { 202: Data(Delivery) },
      },
    },
    async (request, reply) => {
      const { caller, params: of, body } = request
      return reply.code(202).send(ok(request, await testWebhook(deps, caller, of.webhookId, body)))
    },
  )
}

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
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/retry',
    {
      config: { scope: 'write', audit: 'webhook.delivery_retried' },
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
