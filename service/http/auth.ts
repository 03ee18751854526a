import type { RouteOptions } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

/** Spec: Authentication 1 and 2. The key look-up is passed in, so that this file knows no noun. */
export function requireKey(app: App, findCaller: (key: string) => Promise<Caller | null>): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const bare = routes.find(({ config }) => !config?.scope && !config?.open)
    if (bare) throw new Error(`Route ${bare.url} names no scope`)
  })
  app.addHook('onRequest', async (request) => {
    const { scope, open, publishable } = request.routeOptions.config
    if (open) return
    const match = /^Bearer +([\w-]{8,200})$/i.exec(request.headers.authorization ?? '')
    const caller = match?.[1] ? await findCaller(match[1]) : null
    if (!caller) {
      throw new ApiError(
        'authentication_required',
        'Send a valid API key: Authorization: Bearer <key>.',
        {
          headers: { 'www-authenticate': 'Bearer' },
        },
      )
    }
    request.caller = caller
    if (caller.keyType === 'publishable') {
      if (publishable) return
      throw new ApiError('insufficient_permissions', 'A publishable key may only upload.')
    }
    if (scope && !caller.scopes.includes(scope)) {
      throw new ApiError('insufficient_permissions', `This API key lacks the ${scope} scope.`)
    }
  })
}
