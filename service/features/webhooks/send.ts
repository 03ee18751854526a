import type { Deps } from '../../deps.ts'
import { postOnce, type AttemptOptions, type Outcome } from './attempt.ts'
import type { DueDelivery } from './due-store.ts'
import { toFailure } from './failures.ts'
import { signedHeaders, validSecrets } from './sign.ts'

/** What every request carries besides the signature; also shown with a delivery. */
export const standardHeaders = (version: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': `Earshot/${version}`,
})

/** Signs a delivery with the secrets valid at `sentAt` and makes the one request. */
export async function send(
  { keys, version }: Pick<Deps, 'keys' | 'version'>,
  due: DueDelivery,
  sentAt: Date,
  options: AttemptOptions,
): Promise<Outcome> {
  let secrets: string[]
  try {
    secrets = validSecrets(keys.webhook, due, sentAt)
  } catch {
    // The installation's key is another one (reliability.md B-6): only a new secret helps.
    const failure = toFailure('secret_unreadable')
    return { responseStatus: null, retryAfter: null, preview: null, failure }
  }
  const message = { eventId: due.event_id, body: due.payload }
  const headers = { ...standardHeaders(version), ...signedHeaders(secrets, message, sentAt) }
  return postOnce({ url: due.url, headers, body: due.payload }, options)
}
