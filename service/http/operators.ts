import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

type Installation = {
  /** Whether somebody is of the organization that operates the installation. */
  isOperator: (caller: Caller) => Promise<boolean>
  /** Whether its library is files of its own, and not on a database server. */
  hasOwnLibrary: () => boolean
}

/** One organization of many reaches nothing that is everybody's (api-choices.md 42). Other routes are spared the look. */
export function limitToOperators(app: App, installation: Installation): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.concerns === undefined) return
    const check = (request: FastifyRequest) => requireOperator(installation, request)
    route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

async function requireOperator(
  { isOperator, hasOwnLibrary }: Installation,
  { caller, routeOptions }: FastifyRequest,
): Promise<void> {
  if (!(await isOperator(caller))) {
    const text = 'Only the organization that operates this installation may do this.'
    throw new ApiError('insufficient_permissions', text)
  }
  if (hasOwnLibrary() || routeOptions.config.concerns !== 'library') return
  const text = 'The library is kept on a database server; do this with the tools of the server.'
  throw new ApiError('kept_on_server', text)
}
