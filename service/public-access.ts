import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** How people on other machines reach this service and sign in; all of it is off by default. */
export type PublicAccess = Readonly<{
  /** What is listened on besides loopback. */
  listen: Readonly<{ host: string; port: number }> | null
  /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  openId: OpenIdClient | null
}>

/** This service as a client of an OpenID provider; `name` is what the page calls the provider. */
type OpenIdClient = Readonly<{
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}>

type Known = { publicBaseUrl: string | null; sendsMail: boolean }

/** Reads EARSHOT_LISTEN and what it needs; adds to `problems` what is wrong. Called by config.ts alone. */
export function readPublicAccess(
  env: NodeJS.ProcessEnv,
  { publicBaseUrl, sendsMail }: Known,
  problems: string[],
): PublicAccess {
  const openId = readOpenId(env, problems)
  const listen = readListen(env['EARSHOT_LISTEN'] || null, problems)
  // The cookie of a session is bound to the whole host (__Host-), so there is no path before ours.
  const isPublicAddress =
    publicBaseUrl !== null && /^https:\/\/[^/?#@]+\/*$/.test(publicBaseUrl.trim())
  if (listen && !isPublicAddress) {
    problems.push(
      'EARSHOT_LISTEN opens this service to other machines, so EARSHOT_PUBLIC_BASE_URL must be the https:// address, without a path, at which a TLS proxy shows it',
    )
  }
  if (listen && !sendsMail && !openId) {
    problems.push(
      'EARSHOT_LISTEN needs a way for members to sign in: EARSHOT_SMTP_URL for links by mail, or EARSHOT_OIDC_ISSUER',
    )
  }
  const trustedProxies = (env['EARSHOT_TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(Boolean)
  if (!trustedProxies.every((text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text))) {
    problems.push('EARSHOT_TRUSTED_PROXIES must be addresses or CIDRs, such as 10.0.0.0/8')
  }
  return Object.freeze({ listen, trustedProxies, openId })
}

function readListen(text: string | null, problems: string[]): PublicAccess['listen'] {
  if (text === null) return null
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const port = Number(digits)
  if (isIP(host) !== 0 && port <= 65_535) return { host, port }
  problems.push('EARSHOT_LISTEN must be an address and a port, such as 0.0.0.0:8080 or [::]:8080')
  return null
}

function readOpenId(env: NodeJS.ProcessEnv, problems: string[]): OpenIdClient | null {
  const issuer = env['EARSHOT_OIDC_ISSUER'] || null
  const clientId = env['EARSHOT_OIDC_CLIENT_ID'] || null
  const clientSecret = env['EARSHOT_OIDC_CLIENT_SECRET'] || null
  if (issuer === null && clientId === null && clientSecret === null) return null
  const url = URL.parse(issuer ?? '')
  const isSafe = url?.protocol === 'https:' || isLoopbackUrl(url)
  if (!url || !isSafe) {
    problems.push('EARSHOT_OIDC_ISSUER must be the https:// address of an OpenID provider')
  }
  if (clientId === null || clientSecret === null) {
    problems.push('EARSHOT_OIDC_ISSUER needs EARSHOT_OIDC_CLIENT_ID and EARSHOT_OIDC_CLIENT_SECRET')
  }
  if (!url || !isSafe || clientId === null || clientSecret === null) return null
  const name = env['EARSHOT_OIDC_NAME'] || url.hostname
  return { issuer: url.href, clientId, clientSecret, name }
}

/** A provider on this machine, for trying things out. */
const isLoopbackUrl = (url: URL | null): boolean =>
  url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
