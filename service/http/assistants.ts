import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { ApiError, errors } from '../core/errors.ts'
import type { App } from './server.ts'

/** Sent with what a tool of an assistant asks for (service/mcp): the name of the tool. */
export const assistantHeader = 'earshot-tool'

declare module 'fastify' {
  interface FastifyRequest {
    /** The tool that it is made for; null for one of any other program. */
    tool: string | null
  }
}

type Assistants = {
  mayWrite: (caller: Caller) => Promise<boolean>
  /** The names of all there are. */
  tools: ReadonlySet<string>
}

/**
 * Assistants change nothing unless the organization lets them, whatever their key may: what they read
 * was said by others, and may talk them into something.
 * Whoever holds a key may send the header, as `earshot mcp` does from a process of its own: so it only ever limits a
 * request, and names no tool that there is not.
 */
export function limitAssistants(app: App, { mayWrite, tools }: Assistants): void {
  app.decorateRequest('tool', null)
  app.addHook('onRequest', async (request) => {
    request.tool = toolOf(request, tools)
    if (request.tool === null || request.routeOptions.config.scope !== 'write') return
    if (await mayWrite(request.caller)) return
    const text = 'Assistants may only read here. Settings › Other programs lets them write.'
    throw new ApiError('insufficient_permissions', text)
  })
}

function toolOf({ headers }: FastifyRequest, tools: ReadonlySet<string>): string | null {
  const tool = headers[assistantHeader]
  if (tool === undefined) return null
  if (typeof tool === 'string' && tools.has(tool)) return tool
  throw errors.invalid('Earshot-Tool', 'invalid', 'Earshot-Tool must be the name of a tool.')
}
