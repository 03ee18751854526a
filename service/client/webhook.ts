import { Webhook as Verifier } from 'standardwebhooks'
import type { EarshotEvent } from './generated/types.gen.ts'

type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>

/**
 * The event of a webhook request, if it was signed with this secret within the last five minutes;
 * throws otherwise. `body` must be the bytes as they came: parsed and written again they differ.
 * @param secret `whsec_…`, shown when the webhook was made or its secret rotated
 */
export function verifyWebhook(headers: HeaderSource, body: string, secret: string): EarshotEvent {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const signed = Object.fromEntries(names.map((name) => [name, readHeader(headers, name)]))
  // Signed by the service, whose events have this shape.
  return new Verifier(secret).verify(body, signed) as EarshotEvent
}

function readHeader(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return String(value ?? '')
}
