import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import type { App } from './server.ts'

/** What a request did; the id of its object where the path does not name one. */
export type AuditedAction = { action: string; objectId: string | null; projectId: string | null }
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
    /** The action that the audit log tells of it; null for none. Of a GET, where its answer is a file to save. */
    audit?: string | null
  }
}

/** What cannot be undone, opens a door or takes words out is written down with its doing (api-choices.md 24). */
export function auditRequests(app: App, begin: BeginAudit): void {
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (method === 'DELETE' && schema?.hide !== true && config?.audit === undefined)
      throw new Error(`DELETE ${url} does not say what the audit log tells of it`)
  })
  app.decorateRequest('audited', null)
  app.addHook('preHandler', (request, _reply, done) => {
    const { audit = null } = request.routeOptions.config
    if (audit === null) return done()
    request.audited = begin(request.caller, (result) => describe(request, audit, result))
    if (request.method === 'GET') return done()
    request.audited.during(done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { audited, method } = request
    request.audited = null
    if (reply.statusCode >= 400 || (method === 'GET' && !reply.hasHeader('content-disposition')))
      return
    await audited?.finish()
  })
}

function describe({ params }: FastifyRequest, action: string, result: unknown): AuditedAction {
  // Parameters of a path are texts.
  const at = params as Record<string, string>
  const ids = Object.values(at)
  const made = typeof result === 'object' && result !== null && 'id' in result ? result.id : null
  return {
    action,
    objectId: ids.at(-1) ?? (typeof made === 'string' ? made : null),
    projectId: at['projectId'] ?? null,
  }
}
