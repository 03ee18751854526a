import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens } from './accessibility-screens.ts'
import { canServeTeam, startTeamServer, type TeamServer } from './team-server.ts'
import { overflowOf } from './walk.ts'

/** Where somebody would look for it on the machine at hand, and it is on the server. */
const ofOwnMachine =
  /this (machine|computer|mac|disk)|your (own )?(machine|computer|disk)|nothing leaves|data folder|keychain/i

const further = ['appearance', 'desktop', 'account', 'audit']
const places = [
  ...screens.map(({ place }) => place),
  ...further.map((name) => () => `/settings?section=${name}`),
]

/** An admin, a member, and an admin of another organization on the same server. */
const [sam, ann, nora] = ['sam@example.org', 'ann@example.org', 'nora@example.org'] as const

type Window = { context: BrowserContext; page: Page; complaints: string[] }

describe.skipIf(!canServeTeam)('the page of a team’s server', () => {
  let team: TeamServer
  const windows = new Map<string, Window>()
  beforeAll(async () => {
    team = await startTeamServer()
  })
  afterAll(async () => {
    for (const { context } of windows.values()) await context.close()
    await team?.stop()
  })

  /** Signed in once; what is refused, fails or is complained about is kept. */
  async function windowOf(email: string): Promise<Window> {
    const open = windows.get(email)
    if (open) return open
    const context = await team.signIn(email, { viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const complaints: string[] = []
    windows.set(email, { context, page, complaints })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('response', (answer) => {
      if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`)
    })
    await page.goto(`${team.origin}/app/#/nowhere`)
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    return { context, page, complaints }
  }

  const headingsOf = async (page: Page): Promise<string> =>
    (await page.locator('main :is(h1, h2)').allInnerTexts()).join('\n')

  /** From a screen with other headings; what this one says once it is loaded. */
  async function go(page: Page, place: string): Promise<string> {
    const before = await headingsOf(page)
    await page.evaluate((hash) => (location.hash = hash), place)
    await expect.poll(() => headingsOf(page), { interval: 20 }).not.toBe(before)
    await page.locator('main h1').first().waitFor()
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    return page.locator('main').innerText()
  }

  test.each([sam, ann, nora])(
    'as %s no screen asks for what is refused, and none speaks of the machine at hand',
    async (email) => {
      const { page, complaints } = await windowOf(email)
      for (const place of places) {
        const address = place(team.of)
        // Of the organization she has only what everybody has.
        if (email === nora && !/^.(settings.*|models|queue)$/.test(address)) continue
        const words = await go(page, address)
        const untrue = words.split('\n').filter((line) => ofOwnMachine.test(line))
        expect.soft([address, untrue, await overflowOf(page)]).toEqual([address, [], 0])
      }
      await page.waitForLoadState('networkidle')
      expect(complaints).toEqual([])
    },
  )

  test('an admin reads where the server keeps what was said', async () => {
    const { page } = await windowOf(sam)
    const privacy = await go(page, '/settings?section=privacy')
    expect(privacy).toContain(`All recordings lie in the bucket “earshot” at ${team.storeHost}.`)
    expect(privacy).toContain('everything else lie on the database server localhost.')
    const storage = await go(page, '/settings?section=storage')
    expect(storage).toContain('Whoever runs the server makes its backups.')
    expect(storage).not.toContain('7 daily')
  })

  test('a member is offered nothing that is for admins', async () => {
    const { page } = await windowOf(ann)
    expect(await page.getByRole('button', { name: 'Notices' }).count()).toBe(0)
    await go(page, '/models')
    await page.getByText('Whoever runs the server installs models.').waitFor()
    expect(await page.getByRole('button', { name: /Install|Verify|Remove|Use/ }).count()).toBe(0)
    expect(await go(page, '/queue')).toContain('Everything is paused')
    expect(await page.getByRole('button', { name: 'Resume all' }).count()).toBe(0)
    expect(await go(page, '/vocabulary')).toContain('Admins keep this list.')
    await go(page, '/settings?section=assistants')
    expect(await page.getByRole('switch').isDisabled()).toBe(true)
    expect(await go(page, '/settings?section=audit')).toContain('only for admins')
    await go(page, `/projects/${team.of.project}?settings=folders`)
    await page.getByRole('tab', { name: 'General' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Folders' }).count()).toBe(0)
  })

  test('an admin of another organization is offered nothing that is everybody’s', async () => {
    const { page } = await windowOf(nora)
    await go(page, '/models')
    expect(await page.getByRole('button', { name: /^(Install|Verify|Remove)/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Audit log' }).waitFor()
    expect(await page.getByRole('link', { name: 'Storage' }).count()).toBe(0)
  })
})
