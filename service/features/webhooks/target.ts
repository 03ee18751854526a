import { errors } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import {
  checkHost,
  parseAllowList,
  parseTargetUrl,
  systemResolve,
  type Resolve,
} from './address.ts'

const lookupLimitMs = 5 * second

/**
 * Refuses an address that webhooks may not have; 400 naming `url`.
 * Choice: a name without an address now is accepted, because this machine may be offline while it is
 * entered; every attempt checks it again and connects to nothing that was not checked.
 */
export async function requireOpenTarget(
  { webhookAllow }: Pick<Deps['config'], 'webhookAllow'>,
  text: string,
  resolve: Resolve = systemResolve,
): Promise<void> {
  const url = parseTargetUrl(text)
  const policy = { allow: parseAllowList(webhookAllow), resolve: inTime(resolve) }
  const { state } = await checkHost(policy, url.hostname)
  if (state !== 'blocked') return
  throw errors.invalid(
    'url',
    'address_blocked',
    'url must not lead to this machine or a private network.',
  )
}

/** Gives a look-up up rather than keep the caller waiting. */
const inTime =
  (resolve: Resolve): Resolve =>
  async (hostname) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('look-up took too long')), lookupLimitMs)
    try {
      return await Promise.race([resolve(hostname), promise])
    } finally {
      clearTimeout(timer)
    }
  }
