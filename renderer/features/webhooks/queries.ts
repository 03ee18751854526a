import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  replayEvent,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type CreateWebhookData,
  type Delivery,
  type GetWebhookDeliveryResponses,
  type ListWebhookDeliveriesData,
  type UpdateWebhookData,
  type WebhookTestRequest,
} from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['webhooks'] as const
const busyMs = 1_500
const quietMs = 15_000

export type NewWebhook = CreateWebhookData['body']
export type WebhookChange = UpdateWebhookData['body']
export type EventName = NewWebhook['events'][number]
type DeliveryQuery = NonNullable<ListWebhookDeliveriesData['query']>
export type DeliveryStatus = NonNullable<DeliveryQuery['status']>
type DeliveryEvent = NonNullable<DeliveryQuery['event']>
export type DeliveryDetail = GetWebhookDeliveryResponses[200]['data']

export const useWebhooks = () =>
  usePages({
    key: [...key, 'list'],
    load: (page, signal) => listWebhooks({ query: { limit: 50, ...page }, signal }),
  })

export const useWebhook = (webhookId: string) =>
  useQuery({
    queryKey: [...key, webhookId],
    queryFn: async ({ signal }) => (await getWebhook({ path: { webhookId }, signal })).data,
  })

/** Filters for deliveries; days as in the address, `2026-11-22`. */
export type DeliveryFilter = {
  status?: DeliveryStatus
  event?: DeliveryEvent
  from?: string
  to?: string
}

/** Deliveries, newest first; polls often while one is in progress, otherwise occasionally. */
export const useDeliveries = (webhookId: string, filter: DeliveryFilter) =>
  usePages({
    key: [...key, webhookId, 'deliveries', filter],
    load: (page, signal) =>
      listWebhookDeliveries({
        path: { webhookId },
        query: { limit: 20, ...toQuery(filter), ...page },
        signal,
      }),
    refreshMs: (items) => (items.some(isUnderWay) ? busyMs : quietMs),
  })

const toQuery = ({ status, event, from, to }: DeliveryFilter) => ({
  ...(status && { status }),
  ...(event && { event }),
  ...(from && { created_after: dayStart(from).toISOString() }),
  ...(to && { created_before: dayStart(to, 1).toISOString() }),
})

/** The local start of a date, or of the date `later` days after it. */
function dayStart(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}

/** The latest deliveries, for a list of endpoints. */
export const useRecentDeliveries = (webhookId: string) =>
  useQuery({
    queryKey: [...key, webhookId, 'recent'],
    queryFn: async ({ signal }) =>
      (await listWebhookDeliveries({ path: { webhookId }, query: { limit: 10 }, signal })).data,
    refetchInterval: quietMs * 2,
  })

/** One delivery with the body and headers that were sent. */
export const useDelivery = (webhookId: string, deliveryId: string) =>
  useQuery({
    queryKey: [...key, webhookId, 'delivery', deliveryId],
    queryFn: async ({ signal }) =>
      (await getWebhookDelivery({ path: { webhookId, deliveryId }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? busyMs : quietMs),
  })

const isUnderWay = ({ status }: Delivery): boolean => status === 'pending' || status === 'in_flight'

export function useCreateWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewWebhook) => (await createWebhook({ body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key, 'list'] }),
    // The response contains the secret in plain text; drop it once the dialog is gone.
    gcTime: 0,
  })
}

/** Actions on one endpoint; each refetches it afterwards. */
export function useWebhookActions(webhookId: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: key })
  const path = { webhookId }
  const change = useMutation({
    mutationFn: async (body: WebhookChange) => (await updateWebhook({ path, body })).data,
    onSettled,
  })
  const rotate = useMutation({
    mutationFn: async () => (await rotateWebhookSecret({ path })).data.secret,
    onSettled,
    gcTime: 0,
  })
  const test = useMutation({
    mutationFn: async (body: WebhookTestRequest) => (await testWebhook({ path, body })).data,
    onSettled,
  })
  const retry = useMutation({
    mutationFn: async (deliveryId: string) =>
      (await retryWebhookDelivery({ path: { webhookId, deliveryId } })).data,
    onSettled,
  })
  const replay = useMutation({
    mutationFn: async (eventId: string) =>
      (await replayEvent({ path: { eventId }, body: {} })).data.deliveries,
    onSettled,
  })
  return { change, rotate, test, retry, replay }
}

export function useDeleteWebhook(webhookId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await deleteWebhook({ path: { webhookId } })).data,
    // The list as well: its stale rows would request the deliveries of a deleted endpoint.
    onSuccess: () => queries.removeQueries({ queryKey: key }),
  })
}
