import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { errors } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'

/** All addresses of a name; rejects where it has none. */
export type Resolve = (hostname: string) => Promise<string[]>

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)

export type AddressPolicy = { allow: AllowList; resolve: Resolve }
export type HostCheck =
  | { state: 'reachable'; addresses: string[] }
  | { state: 'blocked' }
  | { state: 'unresolved' }

type Range = ReturnType<typeof ipaddr.parseCIDR>
export type AllowList = readonly Range[]

/** Addresses and CIDRs that the owner of this machine allows; throws on anything else. */
export function parseAllowList(entries: readonly string[]): AllowList {
  return entries.map((entry) => {
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
    if (!ipaddr.isValid(entry)) throw new Error(`Not an address or a CIDR: ${entry}`)
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
}

/** A webhook's address, or a validation error that names `url`. The host is checked separately. */
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

/** Whether a request to this host may be made, and to which addresses; nothing is connected here. */
export async function checkHost(policy: AddressPolicy, hostname: string): Promise<HostCheck> {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase()
  const isAllowed = (address: string) => isAllowedAddress(policy.allow, address)
  if (ipaddr.isValid(host)) {
    return isAllowed(host) ? { state: 'reachable', addresses: [host] } : { state: 'blocked' }
  }
  if (host === 'localhost' || host.endsWith('.localhost')) {
    // Always loopback, whatever a resolver says (RFC 6761, 6.3).
    const addresses = ['127.0.0.1', '::1'].filter(isAllowed)
    return addresses.length > 0 ? { state: 'reachable', addresses } : { state: 'blocked' }
  }
  const addresses = await policy.resolve(host).catch(() => [])
  if (addresses.length === 0) return { state: 'unresolved' }
  // One bad address is enough: a name that points both ways is an attack or a mistake.
  return addresses.every(isAllowed) ? { state: 'reachable', addresses } : { state: 'blocked' }
}

/** Public unicast, or allowed by the owner; cloud metadata never. */
function isAllowedAddress(allow: AllowList, text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (isIn(metadata, address)) return false
  if (isIn(allow, address)) return true
  if (address.kind() === 'ipv6' && !isIn(globalUnicast, address)) return false
  return address.range() === 'unicast'
}

const isIn = (ranges: AllowList, address: Range[0]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range))

// AWS, GCP, Azure and others; ECS tasks; Alibaba; Azure's host agent; Oracle; AWS over IPv6.
const metadata = parseAllowList([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
])

// RFC 4291, 2.4: what IANA hands out. ipaddr.js also calls ::7f00:1 (IPv4-compatible) unicast.
const globalUnicast = parseAllowList(['2000::/3'])

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
