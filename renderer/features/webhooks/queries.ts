import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from 'earshot/client'
import type {
  CreateWebhookData,
  ListWebhookDeliveriesData,
  UpdateWebhookData,
} from 'earshot/client'
import type { Delivery } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'

const key = ['webhooks'] as const
const busyMs = 1_500
const quietMs = 15_000

export type NewWebhook = CreateWebhookData['body']
export type WebhookChange = UpdateWebhookData['body']
export type EventName = NewWebhook['events'][number]
export type DeliveryStatus = NonNullable<NonNullable<ListWebhookDeliveriesData['query']>['status']>

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

/** Deliveries, newest first; looked at often while one is under way, else now and then. */
export const useDeliveries = (webhookId: string, status: DeliveryStatus | undefined) =>
  usePages({
    key: [...key, webhookId, 'deliveries', status],
    load: (page, signal) =>
      listWebhookDeliveries({
        path: { webhookId },
        query: { limit: 20, ...(status ? { status } : {}), ...page },
        signal,
      }),
    refreshMs: (items) => (items.some(isUnderWay) ? busyMs : quietMs),
  })

const isUnderWay = ({ status }: Delivery): boolean => status === 'pending' || status === 'in_flight'

export function useCreateWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewWebhook) => (await createWebhook({ body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key, 'list'] }),
    // The answer holds the secret in clear; it is not kept once the dialog is gone.
    gcTime: 0,
  })
}

/** What can be done with one endpoint; each looks at it again afterwards. */
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
    mutationFn: async () => (await testWebhook({ path })).data,
    onSettled,
  })
  const retry = useMutation({
    mutationFn: async (deliveryId: string) =>
      (await retryWebhookDelivery({ path: { webhookId, deliveryId } })).data,
    onSettled,
  })
  return { change, rotate, test, retry }
}

export function useDeleteWebhook(webhookId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await deleteWebhook({ path: { webhookId } })).data,
    onSuccess: () => {
      queries.removeQueries({ queryKey: [...key, webhookId] })
      return queries.invalidateQueries({ queryKey: [...key, 'list'] })
    },
  })
}
