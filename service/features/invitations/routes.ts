import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { Data, ok, page, Page } from '../../http/envelope.ts'
import { takeNoBody } from '../../http/no-body.ts'
import { originOf } from '../../http/origin.ts'
import { PagingQuery } from '../../http/paging.ts'
import type { App } from '../../http/server.ts'
import { openSession } from '../../http/session-cookie.ts'
import { Deleted } from '../../http/shapes.ts'
import { mailLanguageOf } from '../../notify/mail-language.ts'
import { acceptInBrowser, acceptInvitation, lookUpInvitation } from './accept.ts'
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts'
import {
  Acceptance,
  Accepted,
  Invitation,
  NewInvitation,
  OpenInvitation,
  SentInvitation,
  TokenBody,
} from './schema.ts'

const tags = ['invitations']
const params = Type.Object({ invitationId: Type.String() })

export function invitationRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/invitations',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listInvitations',
        summary: 'Pending invitations, newest first',
        tags,
        querystring: PagingQuery,
        response: { 200: Page(Invitation) },
      },
    },
    async (request) => page(request, await listInvitations(deps, request.caller, request.query)),
  )

  app.post(
    '/v1/invitations',
    {
      config: {
        scope: 'write',
        audit: 'invitation.created',
        errors: ['already_member', 'invitation_exists'],
      },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite a person; the link is shown this once',
        description:
          'Mails the link where a mail server is configured (delivery email); otherwise hand accept_url on yourself (delivery link). Needs an admin’s key that is not restricted to projects.',
        tags,
        body: NewInvitation,
        response: { 201: Data(SentInvitation) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      const sending = sendingOf(request, deps)
      return ok(request, await createInvitation(deps, request.caller, request.body, sending))
    },
  )

  app.delete(
    '/v1/invitations/:invitationId',
    {
      config: { scope: 'write', audit: 'invitation.revoked', errors: ['invitation_not_pending'] },
      schema: {
        operationId: 'deleteInvitation',
        summary: 'Revoke a pending invitation; its link is dead at once',
        tags,
        params,
        response: { 200: Data(Deleted) },
      },
    },
    async (request) =>
      ok(request, await revokeInvitation(deps, request.caller, request.params.invitationId)),
  )

  app.register(async (scope: App) => resendRoute(scope, deps))
  acceptRoutes(app, deps)
}

function resendRoute(app: App, deps: Deps): void {
  takeNoBody(app)
  app.post(
    '/v1/invitations/:invitationId/resend',
    {
      config: { scope: 'write', audit: 'invitation.resent', errors: ['invitation_not_pending'] },
      schema: {
        operationId: 'resendInvitation',
        summary: 'Send an invitation again with a new link; the old one is dead',
        description: 'At most once a minute and invitation; it then lasts seven days again.',
        tags,
        params,
        response: { 200: Data(SentInvitation) },
      },
    },
    async (request) => {
      const { caller, params: at } = request
      const sending = sendingOf(request, deps)
      return ok(request, await resendInvitation(deps, caller, at.invitationId, sending))
    },
  )
}

const sendingOf = (request: FastifyRequest, { config }: Pick<Deps, 'config'>) => ({
  origin: config.publicBaseUrl ?? originOf(request, config),
  language: mailLanguageOf(request),
})

/** For who was invited: no API key, the token in the link carries the authority. */
function acceptRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/invitations/lookup',
    {
      config: {
        open: 'signed',
        rate: 'sign_in',
        audit: null,
        errors: ['not_found', 'invitation_not_pending', 'rate_limited'],
      },
      schema: {
        operationId: 'lookUpInvitation',
        summary: 'What a link invites to',
        description: 'Changes nothing. Needs the token of the link instead of an API key.',
        tags,
        security: [],
        body: TokenBody,
        response: { 200: Data(OpenInvitation) },
      },
    },
    async (request) => ok(request, await lookUpInvitation(deps, request.body.token)),
  )

  app.post(
    '/v1/invitations/accept',
    {
      config: {
        open: 'signed',
        rate: 'sign_in',
        // Nobody asks yet: who joined is told in the transaction that makes the member.
        audit: null,
        errors: ['not_found', 'invitation_not_pending', 'already_member', 'rate_limited'],
      },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Become a member, with a first API key or a session',
        description:
          'Needs the token of the link instead of an API key. It works once; without an API key there is no Idempotency-Key, so keep the answer. The key is shown this once; it is null where members sign in, and the answer has the cookie of a session.',
        tags,
        security: [],
        body: Acceptance,
        response: { 201: Data(Accepted) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      const { body, isPublic, headers } = request
      if (!isPublic) return ok(request, await acceptInvitation(deps, body))
      const userAgent = headers['user-agent'] ?? null
      const { accepted, started } = await acceptInBrowser(deps, body, userAgent)
      openSession(reply, deps.keys.csrf, started)
      return ok(request, accepted)
    },
  )
}
