import {
  checkHost,
  inTime,
  isInRanges,
  isPublicUnicast,
  parseRanges,
  systemResolve,
  type HostPolicy,
  type IpRanges,
  type Resolve,
} from './host-check.ts'
import { errors } from './errors.ts'

export type AddressPolicy = { allow: IpRanges; resolve: Resolve }

/** Where an address that somebody entered may lead: to the public, and where the owner of this machine allows. */
export const openTargetPolicy = ({ allow, resolve }: AddressPolicy): HostPolicy => ({
  isAllowed: (address) => isInRanges(allow, address) || isPublicUnicast(address),
  resolve,
})

/** The address, or a validation error that names `url`. The host is checked separately. */
function parseTargetUrl(text: string): URL {
  // The URL parser also turns 0x7f.1, 2130706433 and full-width digits into plain addresses.
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw errors.invalid('url', 'invalid', 'url is not a valid address.')
  if (url.protocol !== 'https:') {
    throw errors.invalid('url', 'https_required', 'url must start with https://.') // Spec: HTTPS only
  }
  if (url.username !== '' || url.password !== '') {
    throw errors.invalid('url', 'credentials_not_allowed', 'url must not hold credentials.')
  }
  if (url.port !== '' && Number(url.port) <= 1023) {
    throw errors.invalid('url', 'port_not_allowed', 'url must use port 443 or one above 1023.')
  }
  return url
}

/**
 * Refuses an address that leads elsewhere; 400 naming `url`.
 * Choice: a name without an address now is accepted, because this machine may be offline while it is
 * entered; every attempt checks it again and connects to nothing that was not checked. One that can
 * never have an address is refused.
 */
export async function requireOpenTarget(
  { webhookAllow }: { webhookAllow: readonly string[] },
  text: string,
  resolve: Resolve = systemResolve,
): Promise<void> {
  const url = parseTargetUrl(text)
  const policy = openTargetPolicy({ allow: parseRanges(webhookAllow), resolve: inTime(resolve) })
  const { state } = await checkHost(policy, url.hostname)
  if (state === 'impossible') {
    throw errors.invalid('url', 'no_such_host', 'url names a host that cannot exist.')
  }
  if (state !== 'blocked') return
  throw errors.invalid(
    'url',
    'address_blocked',
    'url must not lead to this machine or a private network.',
  )
}
