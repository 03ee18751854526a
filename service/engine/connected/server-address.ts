import ipaddr from 'ipaddr.js'
import {
  checkHost,
  inTime,
  isPublicUnicast,
  systemResolve,
  type HostCheck,
  type HostPolicy,
  type Resolve,
} from '../../core/host-check.ts'

/** Networks of one's own: home, office, and overlays such as Tailscale's. */
const privateNetworks = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Where a model server may be: this machine, and with the owner's yes any other one that has an
 * address of its own. Never link-local, multicast or reserved addresses, nor a cloud's metadata.
 */
const serverPolicy = (allowRemote: boolean, resolve: Resolve): HostPolicy => ({
  isAllowed: (address) =>
    address.range() === 'loopback' ||
    (allowRemote && (privateNetworks.has(address.range()) || isPublicUnicast(address))),
  resolve,
})

/** Looks the server's host up; the addresses are the only ones that a request may go to. */
export const checkServer = (
  { baseUrl, allowRemote }: { baseUrl: string; allowRemote: boolean },
  resolve: Resolve = systemResolve,
): Promise<HostCheck> =>
  checkHost(serverPolicy(allowRemote, inTime(resolve)), new URL(baseUrl).hostname)

/** Whether the address is this machine by its own form, without asking what a name leads to. */
export function isOnThisMachine(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback'
  return host === 'localhost' || host.endsWith('.localhost')
}
