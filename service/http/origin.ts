import type { FastifyRequest } from 'fastify'

/**
 * The start of addresses that the caller is to use next. A page that was opened on the machine itself stays on
 * its own origin, and so does every caller without a configured public address; the Host header was checked
 * by guard.ts.
 */
export function originOf(
  { headers, isPublic }: FastifyRequest,
  { publicBaseUrl }: { publicBaseUrl: string | null },
): string {
  const isOwnPage = !isPublic && headers['sec-fetch-site'] === 'same-origin'
  return publicBaseUrl === null || isOwnPage ? `http://${headers.host}` : publicBaseUrl
}
