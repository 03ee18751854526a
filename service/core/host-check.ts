/** Decides where a request of ours may connect, before anything connects. */
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from './memoize.ts'
import { second } from './time.ts'

/** All addresses of a name; rejects where it has none. */
export type Resolve = (hostname: string) => Promise<string[]>

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)

export type HostPolicy = { isAllowed: (address: IpAddress) => boolean; resolve: Resolve }
export type HostCheck =
  | { state: 'reachable'; addresses: string[] }
  | { state: 'blocked' }
  | { state: 'unresolved' }
  /** No resolver will ever know it. */
  | { state: 'impossible' }

type Range = ReturnType<typeof ipaddr.parseCIDR>
export type IpAddress = Range[0]
export type IpRanges = readonly Range[]

/** Addresses and CIDRs; throws on anything else. */
export function parseRanges(entries: readonly string[]): IpRanges {
  return entries.map((entry) => {
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
    if (!ipaddr.isValid(entry)) throw new Error(`Not an address or a CIDR: ${entry}`)
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
}

export const isInRanges = (ranges: IpRanges, address: IpAddress): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range))

/**
 * Whether a request to this host may be made, and to which addresses; nothing is connected here.
 * Metadata services of clouds are refused whatever the policy says.
 */
export async function checkHost(policy: HostPolicy, hostname: string): Promise<HostCheck> {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase()
  const isAllowed = (text: string) => {
    const address = parseAddress(text)
    return address !== null && !isInRanges(metadata, address) && policy.isAllowed(address)
  }
  if (parseAddress(host)) {
    return isAllowed(host) ? { state: 'reachable', addresses: [host] } : { state: 'blocked' }
  }
  if (host === 'localhost' || host.endsWith('.localhost')) {
    // Always loopback, whatever a resolver says (RFC 6761, 6.3).
    const addresses = ['127.0.0.1', '::1'].filter(isAllowed)
    return addresses.length > 0 ? { state: 'reachable', addresses } : { state: 'blocked' }
  }
  if (isImpossible(host)) return { state: 'impossible' }
  const addresses = await policy.resolve(host).catch(() => [])
  if (addresses.length === 0) return { state: 'unresolved' }
  // One bad address is enough: a name that points both ways is an attack or a mistake.
  return addresses.every(isAllowed) ? { state: 'reachable', addresses } : { state: 'blocked' }
}

/** Choice: more than there are endpoints that one process sends to within minutes. */
const mostAddresses = 1_000

/** Null for a name. Reading one text over and over took ipaddr.js a tenth of a delivery's time. */
const parseAddress = memoize(mostAddresses, (text: string): IpAddress | null =>
  ipaddr.isValid(text) ? ipaddr.process(text) : null,
)

/** Reserved as never to exist (RFC 6761, 6.4), or no name that DNS could hold (RFC 1035, 2.3.4). */
const isImpossible = (host: string): boolean =>
  /(^|\.)invalid$/.test(host) || host.length > 253 || !/^([^.]{1,63}\.)*[^.]{1,63}$/.test(host)

/** A look-up that answers every name with the addresses that were checked, and asks no resolver. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_hostname, { all }, callback) => {
    const first = checked[0]
    if (all === true) callback(null, checked)
    else if (first) callback(null, first.address, first.family)
  }
}

/** An address that the public internet routes to one machine. */
export function isPublicUnicast(address: IpAddress): boolean {
  if (address.kind() === 'ipv6' && !isInRanges(globalUnicast, address)) return false
  return address.range() === 'unicast'
}

// AWS, GCP, Azure and others; ECS tasks; Alibaba; Azure's host agent; Oracle; AWS over IPv6.
const metadata = parseRanges([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
])

// RFC 4291, 2.4: what IANA hands out. ipaddr.js also calls ::7f00:1 (IPv4-compatible) unicast.
const globalUnicast = parseRanges(['2000::/3'])

const lookupLimitMs = 5 * second

/** Gives a look-up up rather than keep the caller waiting. */
export const inTime =
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
