import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { goneSignal } from '../http/gone-signal.ts'
import type { App } from '../http/server.ts'
import { connectWith } from './clients.ts'
import { fetchWithin } from './fetch-within.ts'

type Options = {
  version: string
  baseUrl: () => string
  mayWrite: (caller: Caller) => Promise<boolean>
}

/**
 * The Model Context Protocol over Streamable HTTP. Every request stands alone: no session is kept, so
 * GET and DELETE, which are about sessions, are 405.
 */
export function assistantRoutes(app: App, options: Options): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { scope: 'read' },
    schema: { hide: true },
    handler: (request, reply) => answer(app, options, request, reply),
  })
}

async function answer(
  app: App,
  { version, baseUrl, mayWrite }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  // 33 MB of memory, loaded when the first assistant calls.
  const [{ createMcpHandler }, { createAssistantServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.ts'),
  ])
  const { authorization = '' } = request.headers
  // What it asks for comes from this machine, wherever the assistant is.
  const { host, origin } = new URL(baseUrl())
  const connection = {
    baseUrl: origin,
    apiKey: authorization.replace(/^Bearer +/i, ''),
    fetch: fetchWithin(app, host),
    // An assistant is told of a limit, and decides itself.
    retries: 0,
  }
  const assistant = {
    connect: connectWith(() => connection),
    version,
    mayWrite: mayCallerWrite(request.caller) && (await mayWrite(request.caller)),
    openFile: null,
  }
  const handler = createMcpHandler(() => createAssistantServer(assistant))
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  )
  // The protocol wants both named; a program that takes anything takes them too (RFC 9110, 12.5.1).
  if ((request.headers.accept ?? anything).includes(anything)) headers.set('accept', bothForms)
  const { method, body } = request
  return handler.fetch(
    new Request(`${origin}${request.url}`, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: goneSignal(reply),
    }),
    { parsedBody: body },
  )
}

const anything = '*/*'
const bothForms = 'application/json, text/event-stream'

const mayCallerWrite = ({ scopes }: Caller): boolean => scopes.includes('write')
