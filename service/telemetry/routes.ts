import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { isSameSecret } from '../core/secrets.ts'
import type { Clock } from '../core/time.ts'
import type { Db } from '../db/database.ts'
import type { App } from '../http/server.ts'
import { openMetrics } from './metrics.ts'

/**
 * `/metrics`, for Prometheus. Not open to the world: names of jobs, their number and the addresses that are called
 * tell how much a team talks and when. It takes a token of its own, as whoever watches the machines should not hold
 * a key to what was said (api-choices.md 40).
 */
export function serveMetrics(
  app: App,
  deps: { db: Db; clock: Clock; version: string; log: Log },
  { token }: { token: string | null },
): void {
  const metrics = openMetrics(deps)
  app.addHook('onClose', async () => metrics.stop())
  app.get(
    '/metrics',
    { config: { open: 'probe' }, schema: { hide: true } },
    async (request, reply) => {
      if (token === null) requireThisMachine(request)
      else requireToken(request, token)
      const text = await metrics.write()
      return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text)
    },
  )
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given !== undefined && isSameSecret(given, token)) return
  throw new ApiError('authentication_required', 'Send the token of EARSHOT_METRICS_TOKEN.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What a proxy on this machine passes on comes from elsewhere. */
function requireThisMachine({ headers, raw }: FastifyRequest): void {
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in headers)
  if (!isPassedOn && loopback.has(raw.socket.remoteAddress ?? '')) return
  throw new ApiError(
    'insufficient_permissions',
    'Without EARSHOT_METRICS_TOKEN only this machine is told.',
  )
}
