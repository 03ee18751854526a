import { randomBytes } from 'node:crypto'
import { memoize } from '../../core/memoize.ts'
import { macBase64, unseal } from '../../core/secrets.ts'

const secretBytes = 32 // api-choices.md 11; Standard Webhooks asks for 24 to 64

const prefix = 'whsec_'

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** Opens sealed secrets. */
export type SecretReader = (sealed: string) => string

/** Choice: more endpoints than one process sends to within minutes. */
const mostSecrets = 1_000

/** An endpoint has the same secret for every delivery. Throws as `unseal` does. */
export const createSecretReader = (key: Buffer): SecretReader =>
  memoize(mostSecrets, (sealed: string) => unseal(key, sealed))

type SealedSecrets = {
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_expires_at: Date | null
}

/** The secrets that sign now, the newest first (spec: Delivery rules 7, the old one for 24 hours). */
export function validSecrets(read: SecretReader, row: SealedSecrets, now: Date): string[] {
  const secrets = [read(row.secret_sealed)]
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = row
  if (previous !== null && expiresAt !== null && now <= expiresAt) secrets.push(read(previous))
  return secrets
}

/** The headers of Standard Webhooks 1.0 for one attempt; `body` is signed exactly as it is sent. */
export function signedHeaders(
  secrets: readonly string[],
  message: { eventId: string; body: string },
  sentAt: Date,
): Record<string, string> {
  const sentSecond = String(Math.floor(sentAt.getTime() / 1_000))
  const signed = `${message.eventId}.${sentSecond}.${message.body}`
  // By Node: the reference library (standardwebhooks) computes SHA-256 in JavaScript, ten times as long.
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${macBase64(key, signed)}`
  }
  return {
    'webhook-id': message.eventId,
    'webhook-timestamp': sentSecond,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
