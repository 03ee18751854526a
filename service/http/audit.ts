import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { toolOf } from './assistants.ts'
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
    /**
     * The action that the audit log tells of it; null for none. Of a GET, where its answer is a file to save. A function
     * is given the result of the transaction, or null where there was none.
     */
    audit?: string | ((result: unknown) => string) | null
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
    const action = actionOf(request)
    if (action === null) return done()
    request.audited = begin(request.caller, (result) =>
      describe(request, typeof action === 'string' ? action : action(result), result),
    )
    if (request.method === 'GET') return done()
    request.audited.during(done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { audited } = request
    request.audited = null
    if (reply.statusCode >= 400 || isOnlyShown(request, reply)) return
    await audited?.finish()
  })
}

/** What an assistant reads may leave the machine with it, so each of its calls has an entry. */
function actionOf(request: FastifyRequest): string | ((result: unknown) => string) | null {
  const tool = toolOf(request)
  if (tool === null) return request.routeOptions.config.audit ?? null
  return request.caller ? `assistant.${tool}` : null
}

const isOnlyShown = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.method === 'GET' && toolOf(request) === null && !reply.hasHeader('content-disposition')

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
