import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../service/core/time.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { isNightly } from '../support/nightly.ts'
import { givenInvitation, givenMember } from '../support/people.ts'
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts'
import { openSettings, skipFirstSteps } from './page.ts'
import { hasChromium, openContext } from './shared-browser.ts'
import { violationsByNight } from './violations.ts'

const byNight = test.skipIf(!isNightly)

describe.skipIf(!hasChromium)('signing in at the public address', () => {
  let mail: MailServer
  let proxy: TlsProxy
  let provider: OpenIdProvider
  let app: TestApp
  let context: BrowserContext
  let page: Page
  let link = ''
  const complaints: string[] = []

  beforeAll(async () => {
    mail = await startMailServer()
    proxy = await startTlsProxy()
    provider = await startOpenIdProvider(`${proxy.origin}/sign-in/openid/callback`)
    app = await startTestApp({
      clock: systemClock,
      env: {
        EARSHOT_LISTEN: '127.0.0.1:0',
        EARSHOT_PUBLIC_BASE_URL: proxy.origin,
        EARSHOT_TRUSTED_PROXIES: '127.0.0.1',
        EARSHOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        EARSHOT_OWNER_EMAIL: 'sam@example.org',
        EARSHOT_OWNER_NAME: 'Sam Roe',
        EARSHOT_OIDC_ISSUER: provider.issuer,
        EARSHOT_OIDC_CLIENT_ID: 'earshot',
        EARSHOT_OIDC_CLIENT_SECRET: 'a secret of the client',
        EARSHOT_OIDC_NAME: 'Acme',
      },
    })
    proxy.forwardTo(app.publicPort ?? 0)
    context = await openContext({ ignoreHTTPSErrors: true })
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
  })
  afterAll(async () => {
    await context?.close()
    await app?.stop()
    await provider?.stop()
    await proxy?.stop()
    await mail?.stop()
  })

  const home = () => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const open = async (place: string) => {
    await page.goto('about:blank')
    await page.goto(`${proxy.origin}/app/#${place}`)
  }
  const mailedLink = async () => {
    await app.idle()
    return /https:\S+\/sign-in\/\w+/.exec(mail.mails.at(-1)?.email.text ?? '')?.[0] ?? ''
  }

  test('a link comes by mail and signs in with a click', async () => {
    await open('/')
    await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.getByLabel('Email address').fill('sam@example.org')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.goto('about:blank')
    link = await mailedLink()
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    // Without the first steps: a server was set up by somebody else, and it is not this machine.
    await home()
    await page.getByText('tasks on your team’s server').waitFor()
    await page.reload()
    await home()
  })

  test('the page writes as the member who is signed in', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByLabel('Name').fill('Sales')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor()
  })

  byNight('the account shows who is signed in and where; an invitation leads in', async () => {
    const other = await openContext({ ignoreHTTPSErrors: true })
    await other.addInitScript(skipFirstSteps)
    const { token } = await givenInvitation(app, { email: 'ann@example.org' })
    const guest = await other.newPage()
    await guest.goto(`${proxy.origin}/app/#/accept/${token}`)
    await guest.getByRole('button', { name: 'Accept the invitation' }).click()
    await guest.getByRole('link', { name: 'Settings' }).waitFor()
    await openSettings(page, 'Your account')
    await page.getByText('Signed in as Sam Roe').waitFor()
    await page.getByText('This browser').waitFor()
    await page.getByText('Link by email').waitFor()
    const sections = page.getByRole('navigation', { name: 'Settings sections' })
    await sections.getByRole('link', { name: 'Storage' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await other.close()
  })

  test('signing out leads back, and the provider leads in', async () => {
    // By night she has accepted the invitation in a browser.
    if (!isNightly) await givenMember(app, { email: 'ann@example.org' })
    await openSettings(page, 'Your account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor()
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await home()
    await openSettings(page, 'Your account')
    await page.getByText('Signed in as ann@example.org').waitFor()
  })

  byNight(
    'a session elsewhere is ended, and a member is offered what a member may do',
    async () => {
      await page.getByRole('button', { name: 'End the session in' }).click()
      await page.getByText('Invitation').waitFor({ state: 'detached' })
      await page.getByText('Sign-in service').waitFor()
      // What the service refuses to a member is not offered.
      const sections = page.getByRole('navigation', { name: 'Settings sections' })
      await sections.getByRole('link', { name: 'Members' }).waitFor()
      expect(await sections.getByRole('link', { name: /Storage|Encryption|Audit/ }).count()).toBe(0)
      await sections.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('cell', { name: 'Sam Roe' }).waitFor()
      expect(await page.getByRole('button', { name: /Invite|Remove/ }).count()).toBe(0)
    },
  )

  test('a session that ends elsewhere says so', async () => {
    await app.deps.db.sql.deleteFrom('sessions').execute()
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await page.getByText('You have been signed out.').waitFor()
    expect(complaints).toEqual([])
  })

  byNight(
    'a used link leads to a new one, and whom the provider knows is not let in for that',
    async () => {
      await open(`/sign-in/${link.split('/').at(-1)}`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'This link did not sign you in' }).waitFor()
      expect(await violationsByNight(page)).toEqual([])
      // At the provider, too, somebody else is signed in.
      await context.clearCookies({ name: /^_session/ })
      provider.account = { sub: 'nobody', email: 'nobody@example.org', email_verified: true }
      await page.getByRole('button', { name: 'Ask for a new link' }).click()
      await page.getByRole('link', { name: 'Sign in with Acme' }).click()
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
      expect(await violationsByNight(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )
})
