import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { ApiError } from '../core/errors.ts'
import { isSameSecret, macBase64Url } from '../core/secrets.ts'

/**
 * Cookies of the public page. `__Host-` has browsers refuse one that is not Secure, has a Domain or another
 * Path, so that no neighbouring host can set it (RFC 6265bis, 4.1.3.2).
 */
export const cookieNames = {
  session: '__Host-earshot-session',
  /** Of the browser that asked for a link. */
  browser: '__Host-earshot-browser',
  /** Of a browser in which somebody has signed in by mail. */
  known: '__Host-earshot-known',
  /** Of a sign-in at an OpenID provider that is under way. */
  openId: '__Host-earshot-openid',
} as const

type CookieName = (typeof cookieNames)[keyof typeof cookieNames]

/** Null on loopback, where a page has its key in the address. */
export function readCookie({ headers, isPublic }: FastifyRequest, name: CookieName): string | null {
  if (!isPublic || headers.cookie === undefined) return null
  return parseCookie(headers.cookie)[name] ?? null
}

/** Lax: the cookie comes along when somebody follows a link to the page, and with no request of another site. */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  { value, maxAgeMs }: { value: string; maxAgeMs: number },
): void {
  const maxAge = Math.floor(maxAgeMs / 1_000)
  const rules = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...rules }))
}

export const clearCookie = (reply: FastifyReply, name: CookieName): void =>
  setCookie(reply, name, { value: '', maxAgeMs: 0 })

const csrfHeader = 'earshot-csrf'

/** What the page of this session sends with every write: nobody without the cookie knows it. */
export const csrfTokenOf = (key: Buffer, sessionToken: string): string =>
  macBase64Url(key, `csrf ${sessionToken}`)

/**
 * A browser adds the cookie to a request by itself, so it alone does not show that our page made it.
 * SameSite and the guard's checks of Origin and Sec-Fetch-Site keep other sites out already; the header is
 * for what they miss: browsers that send neither, another program on the same site, a proxy that drops them.
 * No form and no plain request of another origin can carry it.
 */
export function requireOwnPage(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  csrfToken: string,
): void {
  if (['GET', 'HEAD'].includes(method)) return
  const given = headers[csrfHeader]
  if (typeof given === 'string' && isSameSecret(given, csrfToken)) return
  const text = 'With a session, a write carries csrf_token of GET /v1/me as Earshot-CSRF.'
  throw new ApiError('origin_not_allowed', text)
}

/** What a browser is told whose session has begun; the session itself is in the cookie. */
export const SignedIn = Type.Object(
  {
    csrf_token: Type.String({
      description: 'Send it as Earshot-CSRF with every write',
      examples: ['pR0mQ4x1Zs8Yd2Lk7Jw5Tg3Hn6Bv9Cf0Aq1Ei4Uo8M'],
    }),
  },
  { title: 'SignedIn' },
)

/** Gives a browser the cookie of its session. */
export function openSession(
  reply: FastifyReply,
  csrfKey: Buffer,
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
): Static<typeof SignedIn> {
  setCookie(reply, cookieNames.session, { value: token, maxAgeMs: lifetimeMs })
  reply.header('cache-control', 'no-store')
  return { csrf_token: csrfTokenOf(csrfKey, token) }
}
