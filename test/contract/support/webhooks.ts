import { afterAll, beforeAll, inject } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { startReceiver, type Received, type Receiver } from '../../support/receiver.ts'
import { until } from './call.ts'
import type { Suite } from './suite.ts'

export type Envelope = {
  id: string
  event: string
  api_version: string
  created_at: string
  organization_id: string
  project_id: string | null
  data: Record<string, unknown>
  links: { api: string | null }
}

/** A real HTTPS server for one file; needs a service on this machine that trusts its certificate. */
export function openReceiver(): () => Receiver {
  let receiver: Receiver | undefined
  beforeAll(async () => {
    const { own } = inject('world')
    if (own) receiver = await startReceiver(own.certificate)
  })
  afterAll(() => receiver?.stop())
  return () => {
    if (!receiver) throw new Error('No receiver here; the test should be skipped.')
    return receiver
  }
}

export const envelopeOf = ({ body }: { body: Buffer | string }): Envelope =>
  JSON.parse(body.toString())

type Signed = { headers: Record<string, string>; body: Buffer | string }

/** Throws where the official library does not accept the signature. */
export const verify = (secret: string, { headers, body }: Signed) =>
  new Webhook(secret).verify(body.toString(), headers)

/** What one path has received, once that many requests are there. */
export const receivedAt = (receiver: Receiver, path: string, count = 1): Promise<Received[]> =>
  until(`${count} requests at ${path}`, async () => {
    const found = receiver.requests.filter((request) => request.path === path)
    return found.length >= count ? found : null
  })

/** The deliveries of a webhook, newest first, once the latest has this status. */
export const deliveriesWith = (suite: Suite, webhookId: string, status: string) =>
  until(`a delivery that is ${status}`, async () => {
    const { body } = await suite.call('GET', `/v1/webhooks/${webhookId}/deliveries`)
    return body.data[0]?.status === status ? body.data : null
  })
