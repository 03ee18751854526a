import type { FastifyRequest } from 'fastify'

/**
 * The start of addresses that the caller is to use next. Without a configured public address it is
 * the one the caller used itself, so that a page opened at localhost stays on its own origin; the
 * Host header was checked by guard.ts.
 */
export const originOf = (
  request: FastifyRequest,
  { publicBaseUrl }: { publicBaseUrl: string | null },
): string => publicBaseUrl ?? `http://${request.headers.host}`
