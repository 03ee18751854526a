import { Type } from 'typebox'
import { sessionIdOf } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import {
  clearCookie,
  cookieNames,
  csrfTokenOf,
  openSession,
  readCookie,
  SignedIn,
} from '../../http/session-cookie.ts'
import { Deleted } from '../../http/shapes.ts'
import { Identity, Session, SessionInput } from './schema.ts'
import { changeOrganization, endSession, listSessions, readIdentity } from './sessions.ts'

const tags = ['sessions']

export function sessionRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/me',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMe',
        summary: 'The member whose key or session this is',
        ...addition,
        tags,
        response: { 200: Data(Identity) },
      },
    },
    async (request) => {
      const { caller } = request
      const token = sessionIdOf(caller) && readCookie(request, cookieNames.session)
      const csrfToken = token && csrfTokenOf(deps.keys.csrf, token)
      return ok(request, await readIdentity(deps, caller, csrfToken))
    },
  )

  app.get(
    '/v1/sessions',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listSessions',
        summary: 'Browsers in which the member is signed in, newest first',
        ...addition,
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Session) },
      },
    },
    async (request) => page(request, await listSessions(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/sessions',
    {
      // It concerns two organizations, and each has an entry of its own session.
      config: { scope: 'write', audit: null, neverKept: true, errors: ['not_found'] },
      schema: {
        operationId: 'changeOrganization',
        summary: 'Go on in another organization',
        ...addition,
        description:
          'For browsers: takes a session, and no API key. The session ends and another one begins, in the cookie of the answer.',
        tags,
        body: SessionInput,
        response: { 201: Data(SignedIn) },
      },
    },
    async (request, reply) => {
      const started = await changeOrganization(deps, request.caller, request.body)
      return ok(request, openSession(reply.code(201), deps.keys.csrf, started))
    },
  )

  app.delete(
    '/v1/sessions/:sessionId',
    {
      config: { scope: 'write', audit: 'session.ended' },
      schema: {
        operationId: 'endSession',
        summary: 'Sign out, here or in another browser',
        ...addition,
        tags,
        params: Type.Object({ sessionId: Type.String() }),
        response: { 200: Data(Deleted) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const ended = await endSession(deps, caller, params.sessionId)
      if (params.sessionId === caller.keyId) clearCookie(reply, cookieNames.session)
      return ok(request, ended)
    },
  )
}
