import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Whom a limit without a key is about: all programs of this machine together, elsewhere an address. Of IPv6 the
 * first 64 bits, because one subscriber has all that follow (RFC 6177).
 */
export function clientOf({ ip, isPublic }: Pick<FastifyRequest, 'ip' | 'isPublic'>): string {
  if (!isPublic) return 'this machine'
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64` // its kind says so
}
