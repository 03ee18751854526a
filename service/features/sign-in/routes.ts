import type { Deps } from '../../deps.ts'
import { errors } from '../../core/errors.ts'
import { minute } from '../../core/time.ts'
import { clientOf } from '../../http/client-address.ts'
import { Data, ok } from '../../http/envelope.ts'
import { addition } from '../../http/openapi-badges.ts'
import type { App } from '../../http/server.ts'
import {
  clearCookie,
  cookieNames,
  openSession,
  readCookie,
  setCookie,
  SignedIn,
} from '../../http/session-cookie.ts'
import { mailLanguageOf } from '../../notify/mail-language.ts'
import { createOpenId } from './openid.ts'
import { LinkRequest, LinkToken, RequestedLink, SignInMethods } from './schema.ts'
import {
  knownBrowserMs,
  linkMinutes,
  listMethods,
  openIdPaths,
  requestLink,
  signInByLink,
} from './sign-in.ts'

const tags = ['sessions']
const security: [] = []

/** For whoever has no key and no session yet. */
export function signInRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/sign-in',
    {
      config: { open: 'signed' },
      schema: {
        operationId: 'getSignInMethods',
        summary: 'How members sign in here',
        ...addition,
        description:
          'By neither way on the machine itself, where the page is opened with a key. Needs no API key.',
        tags,
        security,
        response: { 200: Data(SignInMethods) },
      },
    },
    async (request) => ok(request, listMethods(deps, request.isPublic)),
  )

  app.post(
    '/v1/sign-in/links',
    {
      config: {
        open: 'signed',
        rate: 'sign_in',
        audit: null,
        errors: ['not_found', 'rate_limited'],
      },
      schema: {
        operationId: 'requestSignInLink',
        summary: 'Have a link mailed that signs in',
        ...addition,
        description:
          'The answer is the same for every address; the mail goes to members and to those who are invited, three times in 15 minutes at most for one client. For browsers, which get a cookie that the link needs.',
        tags,
        security,
        body: LinkRequest,
        response: { 202: Data(RequestedLink) },
      },
    },
    async (request, reply) => {
      if (!listMethods(deps, request.isPublic).email) throw errors.notFound('address')
      const { browserToken: value } = await requestLink(deps, {
        email: request.body.email,
        client: clientOf(request),
        language: mailLanguageOf(request),
        knownMark: readCookie(request, cookieNames.known),
      })
      setCookie(reply.code(202), cookieNames.browser, { value, maxAgeMs: linkMinutes * minute })
      return ok(request, { valid_minutes: linkMinutes })
    },
  )

  app.post(
    '/v1/sign-in/links/use',
    {
      // The transaction that begins the session tells of it.
      config: {
        open: 'signed',
        rate: 'sign_in',
        audit: null,
        errors: ['sign_in_link_invalid', 'rate_limited'],
      },
      schema: {
        operationId: 'signInByLink',
        summary: 'Sign in with a mailed link',
        ...addition,
        description:
          'It works once, and only in the browser that asked for it. The session is in the cookie of the answer.',
        tags,
        security,
        body: LinkToken,
        response: { 201: Data(SignedIn) },
      },
    },
    async (request, reply) => {
      const { token } = request.body
      const browserToken = readCookie(request, cookieNames.browser)
      const userAgent = request.headers['user-agent'] ?? null
      const started = await signInByLink(deps, { token, browserToken }, userAgent)
      clearCookie(reply.code(201), cookieNames.browser)
      setCookie(reply, cookieNames.known, { value: started.knownMark, maxAgeMs: knownBrowserMs })
      return ok(request, openSession(reply, deps.keys.csrf, started))
    },
  )

  openIdRoutes(app, deps)
}

/** Where a browser goes on its way to the provider and back; the page follows the answers, so no program does. */
function openIdRoutes(app: App, deps: Deps): void {
  const openId = createOpenId(deps)
  if (!openId) return
  const config = { open: 'page', rate: 'sign_in' } as const
  const schema = { hide: true }

  app.get(openIdPaths.start, { config, schema }, async (request, reply) => {
    if (!request.isPublic) throw errors.notFound('address')
    reply.header('cache-control', 'no-store')
    try {
      const { url, sealed, lifetimeMs } = await openId.begin()
      setCookie(reply, cookieNames.openId, { value: sealed, maxAgeMs: lifetimeMs })
      return await reply.redirect(url)
    } catch (error) {
      deps.log.error({ err: error }, 'the OpenID provider cannot be reached')
      return reply.redirect('/app/#/sign-in-failed/provider')
    }
  })

  app.get(openIdPaths.callback, { config, schema }, async (request, reply) => {
    if (!request.isPublic) throw errors.notFound('address')
    const sealed = readCookie(request, cookieNames.openId)
    const userAgent = request.headers['user-agent'] ?? null
    const result = await openId.finish(request.url, sealed, userAgent)
    clearCookie(reply, cookieNames.openId)
    if ('failure' in result) return reply.redirect(`/app/#/sign-in-failed/${result.failure}`)
    openSession(reply, deps.keys.csrf, result.started)
    return reply.redirect('/app/')
  })
}
