import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import type { App } from './server.ts'

/** What a request did, to what, and the tool of an assistant that it was made for. */
export type AuditedAction = {
  action: string
  objectId: string | null
  projectId: string | null
  tool?: string | null
}
type Audited = {
  /** Runs the handler; what its first transaction commits has its entry in that transaction. */
  during: (fn: () => void) => void
  /** Adds the entry of a request that had no transaction; nothing where the transaction has it. */
  finish: () => Promise<void>
}
/** `toAction` is given the result of the transaction, or null where there was none. */
export type BeginAudit = (caller: Caller, toAction: (result: unknown) => AuditedAction) => Audited

declare module 'fastify' {
  interface FastifyRequest {
    audited: Audited | null
  }
  interface FastifyContextConfig {
    /**
     * The action that the audit log tells of it; null for none. Of a GET, where its answer is a file to save. A function
     * is given the result of the transaction, or null where there was none.
     */
    audit?: string | ((result: unknown) => string) | null
    /** Of a GET: its answer is told of although it is no file to save. */
    isTakenOut?: true
  }
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** What cannot be undone, opens a door or takes words out is written down with its doing (api-choices.md 24). */
export function auditRequests(app: App, begin: BeginAudit): void {
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const isChanging = [method].flat().some((one) => changing.has(one))
    if (isChanging && schema?.hide !== true && config?.audit === undefined)
      throw new Error(`${String(method)} ${url} does not say what the audit log tells of it`)
  })
  app.decorateRequest('audited', null)
  app.addHook('preHandler', (request, reply, done) => {
    const { method, caller, tool, routeOptions } = request
    // Whoever has no key is nobody yet: what such a request did, its own transaction writes down.
    if (!caller || ((routeOptions.config.audit ?? null) === null && tool === null)) return done()
    request.audited = begin(caller, (result) => describe(request, reply, result))
    if (method === 'GET') return done()
    request.audited.during(done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { audited, tool } = request
    request.audited = null
    if (reply.statusCode >= 400) return
    if (tool === null && auditOf(request, reply) === null) return
    await audited?.finish()
  })
}

/** What the log tells of the route; null for none, and for a GET whose answer is only shown. */
function auditOf({ method, routeOptions: { config } }: FastifyRequest, reply: FastifyReply) {
  const isShown = method === 'GET' && !config.isTakenOut && !reply.hasHeader('content-disposition')
  return isShown ? null : (config.audit ?? null)
}

/**
 * What was done is told whoever did it; a tool stands beside it. What an assistant reads may leave the machine with
 * it, so each of its calls has an entry, and is the action where the route has none.
 */
function describe(request: FastifyRequest, reply: FastifyReply, result: unknown): AuditedAction {
  const { tool } = request
  const audit = auditOf(request, reply) ?? `assistant.${tool}`
  // Parameters of a path are texts, or numbers, such as of a version.
  const at = request.params as Record<string, string | number>
  const id = Object.values(at).findLast((one) => typeof one === 'string')
  const made = typeof result === 'object' && result !== null && 'id' in result ? result.id : null
  return {
    action: typeof audit === 'string' ? audit : audit(result),
    objectId: id ?? (typeof made === 'string' ? made : null),
    projectId: typeof at['projectId'] === 'string' ? at['projectId'] : null,
    tool,
  }
}
