import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { openSettings, skipFirstSteps } from './page.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium, openContext } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

describe.skipIf(!hasChromium)('people and notices', () => {
  let mail: MailServer
  let ui: ScriptedPage
  let guest: BrowserContext
  let page: Page
  let link = ''

  beforeAll(async () => {
    mail = await startMailServer()
    mail.refuse(550)
    const env = {
      EARSHOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      EARSHOT_OWNER_NAME: 'Sam Roe',
    }
    ui = await openScriptedPage({}, env)
    page = ui.page
    guest = await openContext()
    await guest.addInitScript(skipFirstSteps)
  })
  afterAll(async () => {
    await guest?.close()
    await ui?.stop()
    await mail.stop()
  })

  test('a person is invited, and the link is shown once', async () => {
    await openSettings(page, 'Members')
    await page.getByRole('heading', { name: 'No pending invitations' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Invite' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill('not an address')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('must be an email address').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Email address').fill('ann@example.org')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    link = (await dialog.getByTestId('secret-value').textContent()) ?? ''
    expect(link).toContain('/app/#/accept/')
    await dialog.getByText('It opens on this machine only').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'ann@example.org', exact: true }).waitFor()
  })

  test('mail that was refused is a notice behind the bell', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
    const drawer = page.getByRole('dialog', { name: 'Notices' })
    await drawer.getByText('The invitation to ann@example.org was not mailed').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await drawer.getByRole('link', { name: 'Show the invitation' }).waitFor()
    await drawer.getByRole('button', { name: 'Mark all as read' }).click()
    await drawer.getByRole('button', { name: /as unread/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  })

  test('who opens the link needs no key, accepts, and gets one that opens the app', async () => {
    const other = await guest.newPage()
    await other.goto(link)
    await other.getByRole('heading', { level: 1, name: 'Join My organization' }).waitFor()
    await other.getByText('Sam Roe invites').waitFor()
    expect(await violationsOf(other)).toEqual([])
    await other.getByLabel('Your name').fill('Ann Lee')
    await other.getByRole('button', { name: 'Accept the invitation' }).click()
    await other.getByRole('heading', { level: 1, name: 'You are a member now' }).waitFor()
    expect(await other.getByTestId('secret-value').textContent()).toMatch(/^sk_live_/)
    expect(await violationsOf(other)).toEqual([])
    await other.getByRole('button', { name: 'Open Earshot' }).click()
    await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    // A member's key may not see the owner's notices, so there is no bell.
    await expect.poll(() => other.getByRole('button', { name: 'Notices' }).count()).toBe(0)
    const again = await guest.newPage()
    await again.goto(link)
    await again.getByText('This invitation was accepted already.').waitFor()
    expect(await violationsOf(again)).toEqual([])
  })

  test('a role is changed and a member removed', async () => {
    await page.reload()
    const role = page.getByLabel('Role of Ann Lee')
    await role.selectOption('admin')
    await expect.poll(() => role.inputValue()).toBe('admin')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove Ann Lee' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
    await role.waitFor({ state: 'detached' })
  })

  test('a key that is shown once is not lost to a slip of the finger', async () => {
    await ui.go('/api-keys')
    await page.getByRole('button', { name: 'New key' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByLabel('Name').fill('nightly export')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New key' }).first().click()
    await dialog.getByLabel('Name').fill('nightly export')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = page.getByTestId('secret-value')
    await key.waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without keeping it?' })
    await question.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await key.textContent()).toMatch(/^sk_live_/)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Close anyway' }).click()
    await key.waitFor({ state: 'detached' })
  })
})
