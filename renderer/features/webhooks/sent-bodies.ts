import { useQuery } from '@tanstack/react-query'
import { getWebhookDelivery, listWebhookDeliveries, listWebhooks } from 'earshot/client'
import type { Sent } from './explain-mismatch.ts'

const none: readonly Sent[] = []

/**
 * The stored bodies of an event, to compare with a pasted body. Requests only the event: neither
 * the body nor the secret leaves the page.
 */
export function useSentBodies(eventId: string | undefined): readonly Sent[] {
  const { data } = useQuery({
    queryKey: ['webhooks', 'sent', eventId],
    enabled: eventId !== undefined && /^evt_\w+$/.test(eventId),
    queryFn: async ({ signal }) => {
      const endpoints = (await listWebhooks({ query: { limit: 100 }, signal })).data
      const found = await Promise.all(
        endpoints.map((endpoint) => findSent(endpoint, eventId ?? '', signal)),
      )
      return found.flat()
    },
    retry: false,
  })
  return data ?? none
}

type Endpoint = { id: string; url: string; secret_hint: string }

async function findSent(
  { id: webhookId, url, secret_hint }: Endpoint,
  eventId: string,
  signal: AbortSignal,
): Promise<Sent[]> {
  // The latest hundred, because people check deliveries they have just sent.
  const query = { limit: 100 }
  const { data } = await listWebhookDeliveries({ path: { webhookId }, query, signal })
  const delivery = data.find((one) => one.event_id === eventId)
  if (!delivery) return []
  const path = { webhookId, deliveryId: delivery.id }
  const { payload, attempts } = (await getWebhookDelivery({ path, signal })).data
  const whole = attempts.findLast(({ result }) => result !== null)?.body_bytes ?? null
  return payload === null ? [] : [{ body: payload, bytesWithResult: whole, url, secret_hint }]
}
