import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import type { App } from '../../http/server.ts'
import { listDeliveries, readDelivery } from './deliveries.ts'
import { Delivery, DeliveryDetail, DeliveryQuery } from './schema.ts'

const tags = ['webhooks']
const params = Type.Object({ webhookId: Type.String() })
const deliveryParams = Type.Object({ webhookId: Type.String(), deliveryId: Type.String() })

export function deliveryRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/webhooks/:webhookId/deliveries',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'Deliveries with their attempts, newest first, for 30 days',
        tags,
        params,
        querystring: DeliveryQuery,
        response: { 200: Page(Delivery) },
      },
    },
    async (request) => {
      const { caller, query, params: of } = request
      return page(request, await listDeliveries(deps, caller, of.webhookId, query))
    },
  )

  app.get(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'One delivery with the body and the headers sent',
        tags,
        params: deliveryParams,
        response: { 200: Data(DeliveryDetail) },
      },
    },
    async (request) => {
      const { caller, params: of } = request
      return ok(request, await readDelivery(deps, caller, of.webhookId, of.deliveryId))
    },
  )
}
