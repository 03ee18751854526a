import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from '../config.ts'
import { failed, notConfigured, ok, reasonOf, type Finding } from './finding.ts'

const Discovered = Type.Object({ issuer: Type.String(), authorization_endpoint: Type.String() })

/** Reads what the OpenID provider says of itself (OpenID Connect Discovery 1.0, 4); signs nobody in. */
export async function checkSignInProvider(
  { publicAccess: { openId } }: Config,
  signal: AbortSignal,
): Promise<Finding> {
  if (openId === null)
    return notConfigured('no EARSHOT_OIDC_ISSUER: members sign in by mail, if at all')
  const { issuer } = openId
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const advice = 'Give the issuer as the provider writes it in that document, to the letter.'
  try {
    const answer = await fetch(address, { signal })
    const found: unknown = await answer.json()
    if (
      !Value.Check(Discovered, found) ||
      found.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')
    )
      return failed(`${address} is not that of this issuer (${answer.status})`, advice)
    return ok(`${new URL(issuer).host} answers as a provider`)
  } catch (error) {
    return failed(`${address} cannot be read (${reasonOf(error)})`, advice)
  }
}
