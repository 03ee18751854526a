import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import type { App } from '../../http/server.ts'
import { pageLanguageOf } from '../../notify/mail-language.ts'
import { changeNotice, listNotices, readAllNotices } from './notices.ts'
import { Notice, NoticeChange, NoticeQuery, ReadCount } from './schema.ts'

const tags = ['notices']

export function noticeRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/notices',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listNotices',
        summary: 'What the owner was told, newest first',
        description:
          'Deliveries that were given up, webhooks that were switched off or that a removed member left behind, invitations that could not be mailed, folders that are missing (until they are back). Kept for 90 days. Needs an admin’s key.',
        tags,
        querystring: NoticeQuery,
        response: { 200: Page(Notice) },
      },
    },
    async (request) => {
      const language = pageLanguageOf(request)
      return page(request, await listNotices(deps, request.caller, request.query, language))
    },
  )

  app.patch(
    '/v1/notices/:noticeId',
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'updateNotice',
        summary: 'Mark a notice as read or unread',
        tags,
        params: Type.Object({ noticeId: Type.String() }),
        body: NoticeChange,
        response: { 200: Data(Notice) },
      },
    },
    async (request) => {
      const { caller, body, params } = request
      return ok(request, await changeNotice(deps, caller, params.noticeId, body))
    },
  )

  app.register(async (scope: App) => readAllRoute(scope, deps))
}

function readAllRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/notices/read-all',
    {
      config: { scope: 'write', audit: null },
      schema: {
        operationId: 'readAllNotices',
        summary: 'Mark every notice as read',
        tags,
        response: { 200: Data(ReadCount) },
      },
    },
    async (request) => ok(request, await readAllNotices(deps, request.caller)),
  )
}
