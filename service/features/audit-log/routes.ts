import type { Deps } from '../../deps.ts'
import { page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import { listAuditLog } from './audit-log.ts'
import { AuditEntry, AuditQuery } from './schema.ts'

export function auditLogRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/audit-log',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAuditLog',
        summary: 'Who did what, newest first',
        ...addition,
        description:
          'Keys, members, webhooks, settings, deletions and exports. Entries are only ever added, and each carries the hash of the one before. Needs an admin’s key that is not restricted to projects.',
        tags: ['organization'],
        querystring: AuditQuery,
        response: { 200: Page(AuditEntry) },
      },
    },
    async (request) => page(request, await listAuditLog(deps, request.caller, request.query)),
  )
}
