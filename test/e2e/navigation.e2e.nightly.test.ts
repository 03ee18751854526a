import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAction, writerOfTasks } from '../support/actions.ts'
import { givenProject } from '../support/factory.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

describe.skipIf(!hasChromium)('the navigation', () => {
  let ui: ScriptedPage
  let page: Page
  beforeAll(async () => {
    ui = await openScriptedPage({ writer: writerOfTasks() })
    page = ui.page
    for (const name of ['Sales calls', 'Support']) {
      const { id } = await givenProject(ui.app, { name })
      await givenAction(ui.app, id)
    }
  })
  afterAll(() => ui?.stop())

  const main = () => page.getByRole('navigation', { name: 'Main' })
  const namesIn = (links: ReturnType<typeof main>) => links.getByRole('link').allInnerTexts()

  test('has what a person needs every day; the rest is inside Settings', async () => {
    expect(await namesIn(main())).toEqual(['Home', 'Projects', 'Tasks', 'Settings'])
    await main().getByRole('link', { name: 'Settings' }).click()
    const inside = page.getByRole('navigation', { name: 'Settings sections' })
    await inside.waitFor()
    const links = await inside.getByRole('link').all()
    expect(links.length).toBeGreaterThan(12)
    for (const link of links) {
      await link.click()
      const name = await link.innerText()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      const current = page.locator('nav [aria-current=page]')
      await expect.poll(() => current.allInnerTexts()).toEqual(['Settings', name])
    }
    await ui.go('/webhooks/check')
    await inside.waitFor()
    expect(await inside.locator('[aria-current=page]').allInnerTexts()).toEqual(['Webhooks'])
    expect(ui.complaints).toEqual([])
  })

  test('tasks of all projects are one list, and are ticked off there', async () => {
    await main().getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    const rows = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    const sales = rows.filter({ has: page.getByRole('link', { name: 'Sales calls' }) })
    await sales.getByRole('checkbox').click()
    await page.getByText('“Send the contract” is done.').last().waitFor()
    const open = async () =>
      (await ui.app.call('GET', '/v1/actions?state=open')).body.data.length as number
    await expect.poll(open).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(open).toBe(2)
    await page.getByText('Done', { exact: true }).click()
    await page.getByRole('heading', { name: 'No tasks' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  // 640 × 400 is what a window of 1280 × 800 has at 200 %.
  test.each([
    [390, 800],
    [640, 400],
  ])('a window of %i × %i has a menu', async (width, height) => {
    await page.setViewportSize({ width, height })
    await ui.go('/tasks')
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    const menu = page.getByRole('dialog', { name: 'Earshot' })
    await menu.waitFor()
    expect(await namesIn(menu)).toEqual(['Home', 'Projects', 'Tasks', 'Settings'])
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor()
    expect(await page.getByRole('link', { name: 'Vocabulary' }).count()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('a limit is told of when it is nearly used up', async () => {
    const side = page.getByRole('complementary', { name: 'Side bar' })
    expect(await side.getByText('Storage').count()).toBe(0)
    const usage = { storage_gb: { limit: 0.000_000_01 } }
    expect(await ui.app.call('PATCH', '/v1/org', { body: { usage } })).toMatchObject({
      status: 200,
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await ui.open('/projects')
    await side.getByText('Storage').waitFor()
    expect(await side.getByText('Minutes').count()).toBe(0)
  })

  test('the first steps stand alone', async () => {
    await ui.open('/welcome')
    await page.getByRole('heading', { level: 1, name: 'Welcome to Earshot' }).waitFor()
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Skip the first steps' }).click()
    await main().waitFor()
    expect(ui.complaints).toEqual([])
  })
})
