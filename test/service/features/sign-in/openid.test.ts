import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../../../support/openid-provider.ts'
import { clearPeople, givenInvitation, givenMember } from '../../../support/people.ts'
import { PublicBrowser, publicOrigin } from '../../../support/public-browser.ts'

let app: TestApp
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider(`${publicOrigin}/sign-in/openid/callback`)
  app = await startTestApp({
    env: {
      EARSHOT_LISTEN: '127.0.0.1:0',
      EARSHOT_PUBLIC_BASE_URL: publicOrigin,
      EARSHOT_TRUSTED_PROXIES: '127.0.0.0/8',
      EARSHOT_OIDC_ISSUER: provider.issuer,
      EARSHOT_OIDC_CLIENT_ID: 'earshot',
      EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the client',
      EARSHOT_OIDC_NAME: 'Acme',
    },
  })
})
beforeEach(async () => {
  app.clock.advance(3_600_000)
  await clearPeople(app)
  provider.account = { email: 'ann@example.org', email_verified: true, name: 'Ann Lee' }
})
afterAll(async () => {
  await app?.stop()
  await provider?.stop()
})

const place = ({ status, headers }: Awaited<ReturnType<PublicBrowser['call']>>) => [
  status,
  headers.get('location'),
]

/** From our page to the provider and back, as far as the address that the browser comes back to. */
async function visitProvider(browser: PublicBrowser): Promise<string> {
  const [status, address] = place(await browser.call('GET', '/sign-in/openid'))
  expect(status).toBe(302)
  const back = new URL(await provider.visit(String(address)))
  return back.pathname + back.search
}

const arrive = (browser: PublicBrowser, address: string) =>
  browser.call('GET', address, {
    headers: {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  })

test('the page is told of the provider', async () => {
  const { body } = await new PublicBrowser(app).call('GET', '/v1/sign-in')
  expect(body.data).toEqual({
    email: false,
    openid: { name: 'Acme', path: '/sign-in/openid' },
  })
})

test('a member comes in by the code flow with PKCE, state and nonce', async () => {
  const { memberId } = await givenMember(app, { email: 'Ann@example.org' })
  const browser = new PublicBrowser(app)
  const begun = new URL(String(place(await browser.call('GET', '/sign-in/openid'))[1]))
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/./),
    nonce: expect.stringMatching(/./),
  })
  const back = await arrive(browser, await visitProvider(browser))
  expect(place(back)).toEqual([302, '/app/'])
  expect((await browser.call('GET', '/v1/me')).body.data).toMatchObject({
    member: { id: memberId },
    session: { method: 'openid' },
  })
})

test('who is invited becomes a member; no member is made of a stranger', async () => {
  const stranger = new PublicBrowser(app)
  expect(place(await arrive(stranger, await visitProvider(stranger)))).toEqual([
    302,
    '/app/#/sign-in-failed/unknown',
  ])
  expect((await stranger.call('GET', '/v1/me')).status).toBe(401)
  await givenInvitation(app, { email: 'ann@example.org', role: 'admin' })
  const browser = new PublicBrowser(app)
  await arrive(browser, await visitProvider(browser))
  expect((await browser.call('GET', '/v1/me')).body.data.member).toMatchObject({
    name: 'Ann Lee',
    role: 'admin',
  })
})

test('an address that the provider has not verified is nobody’s', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  provider.account = { email: 'ann@example.org', email_verified: false }
  const browser = new PublicBrowser(app)
  const back = await arrive(browser, await visitProvider(browser))
  expect(place(back)).toEqual([302, '/app/#/sign-in-failed/unknown'])
})

test('a member whose address changes at the provider is the same member', async () => {
  const { memberId } = await givenMember(app, { email: 'ann@example.org' })
  const first = new PublicBrowser(app)
  await arrive(first, await visitProvider(first))
  for (const email_verified of [true, false]) {
    provider.account = { email: 'ann.smith@example.org', email_verified }
    const browser = new PublicBrowser(app)
    expect(place(await arrive(browser, await visitProvider(browser)))[1]).toBe('/app/')
    expect((await browser.call('GET', '/v1/me')).body.data.member.id).toBe(memberId)
  }
})

test('who is given the address of a member at the provider is not that member', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  const ann = new PublicBrowser(app)
  await arrive(ann, await visitProvider(ann))
  provider.account = { sub: 'another', email: 'ann@example.org', email_verified: true }
  const browser = new PublicBrowser(app)
  expect(place(await arrive(browser, await visitProvider(browser)))[1]).toMatch(/unknown$/)
  expect((await browser.call('GET', '/v1/me')).status).toBe(401)
})

test('who had the address of a member before does not become that member', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  const ann = new PublicBrowser(app)
  await arrive(ann, await visitProvider(ann))
  const added = { name: 'North', owner_email: 'ann@example.org' }
  const north = (await app.call('POST', '/v1/organizations', { body: added })).body.data
  provider.account = { sub: 'ann2', email: 'ann@example.org', email_verified: true }
  const heir = new PublicBrowser(app)
  await arrive(heir, await visitProvider(heir))
  expect((await heir.call('GET', '/v1/me')).body.data).toMatchObject({
    member: { id: north.owner_id },
    organizations: [{ name: 'North' }],
  })
  provider.account = { email: 'ann.smith@example.org', email_verified: true }
  const before = new PublicBrowser(app)
  await arrive(before, await visitProvider(before))
  const { organizations } = (await before.call('GET', '/v1/me')).body.data
  expect(organizations).toMatchObject([{ name: 'My organization' }])
  const change = { organization_id: north.id }
  expect((await before.call('POST', '/v1/sessions', { body: change })).status).toBe(404)
})

test('one identity goes from one organization to another', async () => {
  await givenMember(app, { email: 'bea@example.org' })
  provider.account = { sub: 'bea', email: 'bea@example.org', email_verified: true }
  const added = { name: 'South', owner_email: 'bea@example.org' }
  await app.call('POST', '/v1/organizations', { body: added })
  const browser = new PublicBrowser(app)
  await arrive(browser, await visitProvider(browser))
  const { organization, organizations } = (await browser.call('GET', '/v1/me')).body.data
  expect(organizations.map(({ name }: { name: string }) => name)).toEqual([
    'My organization',
    'South',
  ])
  const other = organizations.find(({ id }: { id: string }) => id !== organization.id)
  const change = { organization_id: other.id }
  expect((await browser.call('POST', '/v1/sessions', { body: change })).status).toBe(201)
  expect((await browser.call('GET', '/v1/me')).body.data.organization.id).toBe(other.id)
})

test('names that cannot be stored are left out', async () => {
  const { memberId } = await givenMember(app, { email: 'ann@example.org' })
  provider.account = { ...provider.account, name: 'Ann\0Lee' }
  const browser = new PublicBrowser(app)
  expect(place(await arrive(browser, await visitProvider(browser)))).toEqual([302, '/app/'])
  expect((await browser.call('GET', '/v1/me')).body.data.member.id).toBe(memberId)
})

test('an answer counts once, in the browser that began, with its state, for ten minutes', async () => {
  await givenMember(app, { email: 'ann@example.org' })
  const browser = new PublicBrowser(app)
  const address = await visitProvider(browser)
  const cookies = new Map(browser.cookies)
  expect(place(await arrive(new PublicBrowser(app), address))[1]).toMatch(/expired$/)
  const forged = address.replace(/state=[^&]+/, 'state=x')
  expect(place(await arrive(browser, forged))[1]).toMatch(/provider$/)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect(place(await arrive(browser, address))[1]).toBe('/app/')
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect(place(await arrive(browser, address))[1]).toMatch(/provider$/)
  const slow = new PublicBrowser(app)
  const late = await visitProvider(slow)
  app.clock.advance(10 * 60_000)
  expect(place(await arrive(slow, late))[1]).toMatch(/expired$/)
})

test('a refusal of the provider, and a cookie of somebody else’s making, lead back to the page', async () => {
  const browser = new PublicBrowser(app)
  await browser.call('GET', '/sign-in/openid')
  const refused = await arrive(browser, '/sign-in/openid/callback?error=access_denied&state=x')
  expect(place(refused)[1]).toMatch(/provider$/)
  browser.cookies.set('__Host-earshot-openid', 'e30')
  expect(place(await arrive(browser, '/sign-in/openid/callback?code=x'))[1]).toMatch(/expired$/)
})

test('behind a trusted proxy each client has a limit of its own, of IPv6 each subscriber', async () => {
  const from = (address: string) =>
    new PublicBrowser(app).call('POST', '/v1/sign-in/links/use', {
      body: { token: 'x'.repeat(43) },
      headers: { 'x-forwarded-for': address },
    })
  const thirty = (address: (index: number) => string) =>
    Promise.all(Array.from({ length: 30 }, (_, index) => from(address(index))))
  await thirty((index) => `2001:db8:1:1::${index.toString(16)}`)
  expect((await from('2001:db8:1:1:ffff::1')).status).toBe(429)
  expect((await from('2001:db8:1:2::1')).status).toBe(403)
  await thirty(() => '203.0.113.1, 10.0.0.9')
  expect((await from('10.0.0.9')).status).toBe(429)
  expect((await from('203.0.113.1')).status).toBe(403)
})
