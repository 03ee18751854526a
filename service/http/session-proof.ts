import { Type } from 'typebox'
import { sessionProof } from '../core/secrets.ts'
import type { App } from './server.ts'

const Query = Type.Object({ nonce: Type.String({ pattern: '^[A-Za-z0-9]{43}$' }) })

/**
 * Answers a program that has read `service.json` and wants to know, before it sends the key beside it, that it
 * talks to the service that wrote both (reliability.md L-8).
 */
export function proveSession(
  app: App,
  { sessionToken, baseUrl }: { sessionToken: string; baseUrl: () => string },
): void {
  app.get(
    '/session-proof',
    { config: { open: 'proof' }, schema: { hide: true, querystring: Query } },
    async ({ query: { nonce } }, reply) =>
      reply.type('text/plain').send(sessionProof(sessionToken, { baseUrl: baseUrl(), nonce })),
  )
}
