import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { ApiError, errors } from '../core/errors.ts'
import type { App } from './server.ts'

/** Sent with what a tool of an assistant asks for (service/mcp): the name of the tool. */
export const assistantHeader = 'earshot-tool'

/**
 * Assistants change nothing unless the organization lets them, whatever their key may: what they read
 * was said by others, and may talk them into something.
 */
export function limitAssistants(app: App, mayWrite: (caller: Caller) => Promise<boolean>): void {
  app.addHook('onRequest', async (request) => {
    if (toolOf(request) === null || request.routeOptions.config.scope !== 'write') return
    if (await mayWrite(request.caller)) return
    const text = 'Assistants may only read here. Settings › Other programs lets them write.'
    throw new ApiError('insufficient_permissions', text)
  })
}

/** The tool that a request is made for; null for one of any other program. */
export function toolOf({ headers }: FastifyRequest): string | null {
  const tool = headers[assistantHeader]
  if (tool === undefined) return null
  if (typeof tool === 'string' && /^[a-z_]{1,40}$/.test(tool)) return tool
  throw errors.invalid('Earshot-Tool', 'invalid', 'Earshot-Tool must be the name of a tool.')
}
