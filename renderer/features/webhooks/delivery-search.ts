import { eventNames } from './event-choices.ts'
import type { DeliveryFilter, DeliveryStatus } from './queries.ts'

/** Search parameters of an endpoint's screen: the filter and the open delivery. */
export type DeliverySearch = DeliveryFilter & { delivery?: string }

export const deliveryStatuses: readonly DeliveryStatus[] = [
  'pending',
  'in_flight',
  'retrying',
  'delivered',
  'exhausted',
  'cancelled',
]
export const deliveryEvents = eventNames.filter((name) => name !== '*')

export function deliverySearch(input: Record<string, unknown>): DeliverySearch {
  const status = deliveryStatuses.find((one) => one === input['status'])
  const event = deliveryEvents.find((one) => one === input['event'])
  const { from, to, delivery } = input
  return {
    ...(status && { status }),
    ...(event && { event }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof delivery === 'string' && delivery.startsWith('dlv_') && { delivery }),
  }
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
