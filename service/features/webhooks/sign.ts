import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { unseal } from '../../core/secrets.ts'

const secretBytes = 32 // api-choices.md 11; Standard Webhooks asks for 24 to 64

export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

type SealedSecrets = {
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_expires_at: Date | null
}

/** The secrets that sign now, the newest first (spec: Delivery rules 7, the old one for 24 hours). */
export function validSecrets(key: Buffer, row: SealedSecrets, now: Date): string[] {
  const secrets = [unseal(key, row.secret_sealed)]
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = row
  if (previous !== null && expiresAt !== null && now <= expiresAt)
    secrets.push(unseal(key, previous))
  return secrets
}

/** The headers of Standard Webhooks 1.0 for one attempt; `body` is signed exactly as it is sent. */
export function signedHeaders(
  secrets: readonly string[],
  message: { eventId: string; body: string },
  sentAt: Date,
): Record<string, string> {
  const sign = (secret: string) => new Signer(secret).sign(message.eventId, sentAt, message.body)
  return {
    'webhook-id': message.eventId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
