import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isStorable } from '../../core/storable.ts'
import { seal, unseal } from '../../core/secrets.ts'
import { minute } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { StartedSession } from '../sessions/sessions.ts'
import { enterByIdentity } from './identities.ts'
import { openIdPaths } from './sign-in.ts'

/** What is known of a sign-in under way, sealed in a cookie: so any process can finish what another began. */
const Begun = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  ends_at: Type.Number(),
})

/** `unknown`: neither a member nor invited, or the provider has not verified the address. */
type OpenIdFailure = 'provider' | 'unknown' | 'expired'
type Result = { started: StartedSession } | { failure: OpenIdFailure }

type OpenId = {
  /** Where the browser goes, and what it keeps meanwhile. */
  begin: () => Promise<{ url: string; sealed: string; lifetimeMs: number }>
  /** `address` is path and query with which the provider sent the browser back. */
  finish: (address: string, sealed: string | null, userAgent: string | null) => Promise<Result>
}

const lifetimeMs = 10 * minute
const answerLimitSeconds = 10

type OpenIdDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'keys' | 'config' | 'log'>

/**
 * Signs in with the configured OpenID provider: authorization code with PKCE, state and nonce, which
 * openid-client checks with the signature of the ID token (OpenID Connect Core 1.0, 3.1). Null without one.
 */
export function createOpenId(deps: OpenIdDeps): OpenId | null {
  const { publicAccess, publicBaseUrl } = deps.config
  const { openId: client } = publicAccess
  if (!client || publicBaseUrl === null) return null
  const redirectUri = publicBaseUrl + openIdPaths.callback
  const library = () => import('openid-client')

  const discover = async () => {
    const { discovery, allowInsecureRequests } = await library()
    const { issuer, clientId, clientSecret } = client
    // Only a provider on this machine may be without TLS (public-access.ts).
    const isLocal = issuer.startsWith('http://')
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: answerLimitSeconds,
      ...(isLocal && { execute: [allowInsecureRequests] }),
    })
  }
  let discovered: ReturnType<typeof discover> | undefined
  const provider = () => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  const open = (sealed: string | null) => {
    try {
      const begun: unknown = JSON.parse(unseal(deps.keys.signIn, sealed ?? ''))
      return Value.Check(Begun, begun) && begun.ends_at > deps.clock.now().getTime() ? begun : null
    } catch {
      return null
    }
  }

  return {
    begin: async () => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library()
      const begun = {
        state: random.randomState(),
        nonce: random.randomNonce(),
        verifier: random.randomPKCECodeVerifier(),
        ends_at: deps.clock.now().getTime() + lifetimeMs,
      }
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, sealed: seal(deps.keys.signIn, JSON.stringify(begun)), lifetimeMs }
    },

    finish: async (address, sealed, userAgent) => {
      const begun = open(sealed)
      if (!begun) return { failure: 'expired' }
      let claims: Claims
      try {
        claims = await readClaims(await provider(), new URL(address, publicBaseUrl), begun)
      } catch (error) {
        deps.log.warn({ err: error }, 'a sign-in at the OpenID provider failed')
        return { failure: 'provider' }
      }
      const { issuer, subject, email, email_verified: isVerified, name } = claims
      const person = {
        ...{ issuer, subject, userAgent },
        name: isText(name) && name.trim() !== '' ? name.trim().slice(0, 200) : null,
        // Choice: an address that the provider has not verified could be anybody's (api-choices.md 39).
        email: isText(email) && isVerified === true ? email : null,
      }
      const started = await deps.db.transaction((tx) => enterByIdentity(deps, tx, person))
      return started ? { started } : { failure: 'unknown' }
    },
  }
}

type Claims = Readonly<Record<string, unknown>> & { issuer: string; subject: string }

/** Of the ID token or, where that has no address, of the UserInfo endpoint. */
async function readClaims(
  provider: Awaited<ReturnType<typeof import('openid-client').discovery>>,
  address: URL,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const tokens = await authorizationCodeGrant(provider, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token.')
  const named = { issuer: claims.iss, subject: claims.sub }
  if (typeof claims['email'] === 'string') return { ...claims, ...named }
  return { ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)), ...named }
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value)
