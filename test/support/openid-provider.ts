import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'

/** `sub` is 'ann' where it is left out. */
type Account = { sub?: string; email: string; email_verified: boolean; name?: string }

export type OpenIdProvider = {
  issuer: string
  /** The account that whoever comes signs in with, without being asked. */
  account: Account
  /** Follows the redirects of a browser from the address of an authorization request back to the client. */
  visit: (address: string) => Promise<string>
  stop: () => Promise<void>
}

/** A certified OpenID provider on loopback, https://github.com/panva/node-oidc-provider. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  const state = { account: { email: 'ann@example.org', email_verified: true } as Account }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'earshot',
        client_secret: 'a secret of the client',
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key for cookies'] },
    features: { devInteractions: { enabled: false } },
    jwks: { keys: [{ ...signingKey(), use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    pkce: { required: () => true },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...state.account, sub }),
    }),
    interactions: { url: () => '/sign-in' },
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const handle = async (...[request, response]: Parameters<typeof answer>): Promise<void> => {
    if (request.url !== '/sign-in') return answer(request, response)
    const result = { login: { accountId: state.account.sub ?? 'ann' } }
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    })
  }
  return {
    issuer,
    get account() {
      return state.account
    },
    set account(account) {
      state.account = account
    },
    visit: async (address) => {
      const cookies = new Map<string, string>()
      let at = new URL(address)
      while (at.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const { headers, status } = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const next = headers.get('location')
        if (next === null) throw new Error(`The provider answered ${status} at ${at.pathname}.`)
        at = new URL(next, issuer)
      }
      return at.href
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return privateKey.export({ format: 'jwk' })
}
