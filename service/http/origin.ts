import type { FastifyRequest } from 'fastify'

type Addressed = { config: { publicBaseUrl: string | null }; baseUrl: () => string }

/**
 * The start of addresses in texts that go anywhere: mails, events, errors, the OpenAPI document. The configured public
 * one where there is one, because an address of loopback means another machine to whoever reads it elsewhere, and of
 * several processes the one that happened to answer.
 */
export const shownAddress = ({ config, baseUrl }: Addressed): string =>
  config.publicBaseUrl ?? baseUrl()

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
