import { Webhook } from 'standardwebhooks'

/** A webhook's request as a receiver gets it, signed at this moment. */
export function signedEvent() {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = JSON.stringify({ id: 'evt_1', event: 'webhook.test' })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  }
  return { secret, body, headers, now }
}
