import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedTranscriber, scriptedWriter, spokenBy, written } from '../support/engine.ts'
import { givenKey, givenProject } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { screens, type Places } from './accessibility-screens.ts'
import { findViolations } from './axe.ts'
import { givenCall, openScriptedPage } from './scripted-page.ts'
import { hasChromium, openContext } from './shared-browser.ts'
import { englishOn, overflowOf, walkByTab } from './walk.ts'

// What was said is German, so that all English on a German screen is the page's own.
const transcriber = scriptedTranscriber(async () =>
  spokenBy([
    [0, 'Den Vertrag schicke ich am Freitag.'],
    [1, 'Gut, dann unterschreiben wir am Montag.'],
  ]),
)
const writer = scriptedWriter(async () =>
  written({
    summary: 'Der Vertrag kommt am Freitag.',
    key_topics: ['Vertrag'],
    sentiment: 'positive',
    action_items: ['Vertrag schicken (Ada, Freitag)'],
    decisions: ['Am Montag wird unterschrieben'],
    questions: [],
  }),
)

const viewport = { width: 1280, height: 800 }

const withoutContrast = { rules: { 'color-contrast': { enabled: false } } }

// With each change in light and English; by night in dark and German, too, and each by keyboard.
describe.skipIf(!hasChromium)('every screen', () => {
  let ui: Awaited<ReturnType<typeof openScriptedPage>>
  let germanPage: Page
  let of: Places
  /** Words that are kept in the database, as they are. */
  let data: string[] = []

  beforeAll(async () => {
    ui = await openScriptedPage({ transcriber, writer })
    of = await givenPlaces()
    data = await givenWords()
    if (isNightly) germanPage = await openGermanPage()
    await ui.go('/members')
    await ui.page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await ui.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterAll(async () => {
    await germanPage?.context().close()
    await ui?.stop()
  })

  async function openGermanPage(): Promise<Page> {
    // A context of its own, because the language is kept in the browser.
    const other = await openContext({ viewport, locale: 'de-DE' })
    const page = await other.newPage()
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto(`${ui.app.baseUrl}/app/#token=${ui.app.sessionToken}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Somewhere else than the first screen, and what is there by now is loaded.
    await page.goto(`${ui.app.baseUrl}/app/#/members`)
    await page.getByRole('heading', { level: 1, name: 'Mitglieder' }).waitFor()
    return page
  }

  async function givenPlaces(): Promise<Places> {
    const { app } = ui
    const { id: project } = await givenProject(app, { name: 'Kunde 7' })
    const recording = await givenCall(app, project)
    await app.call('POST', `/v1/projects/${project}/content/${recording}/analyze`, { body: {} })
    await app.idle()
    await givenKey(app, { name: 'Nachts', scopes: ['read'] })
    await app.call('POST', '/v1/invitations', { body: { email: 'ann@example.org' } })
    const hook = { url: 'https://hooks.example.org/earshot', events: ['*'] }
    const { body } = await app.call('POST', '/v1/webhooks', { body: hook })
    await app.call('POST', `/v1/webhooks/${body.data.id}/test`)
    return { project, recording, webhook: body.data.id }
  }

  /** Names and descriptions of prompts and models, which the service brings along. */
  async function givenWords(): Promise<string[]> {
    const lists = await Promise.all(
      ['/v1/prompts?limit=100', '/v1/models'].map((place) => ui.app.call('GET', place)),
    )
    const words = lists.flatMap(({ body }) => body.data).flatMap((one) => Object.values(one))
    // Short ones would tear holes into words of ours.
    const texts = words.filter((word) => typeof word === 'string' && word.length > 12)
    return [
      'Call with Mary.mp3',
      'Call with Mary',
      'positive',
      ...texts.map((text) => String(text).replaceAll(/\s+/g, ' ').trim()),
    ]
  }

  /** Follows a link there: loading the whole page for each screen takes as long as looking at it. */
  const visit = async (page: Page, place: string): Promise<void> => {
    const before = await headingsOf(page)
    await page.evaluate((hash) => (location.hash = hash), place)
    await expect.poll(() => headingsOf(page), { interval: 20 }).not.toBe(before)
    await page.locator('main h1').first().waitFor()
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  }

  /** What tells one screen, or section of the settings, from the one before it. */
  const headingsOf = async (page: Page): Promise<string> =>
    (await page.locator('main :is(h1, h2)').allInnerTexts()).join('\n')

  const violations = async (page: Page, rules = {}): Promise<string[]> => {
    const all = await findViolations(page, rules)
    return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }

  test('the table has every route', async () => {
    const routes = await readFile('renderer/routes.tsx', 'utf8')
    const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
    const known = screens.map(({ route }) => route)
    expect(paths.filter((path) => !known.includes(path))).toEqual([])
  })

  test.each(screens)('$route in English and light', async ({ place, isSample }) => {
    await visit(ui.page, place(of))
    if (!isNightly && !isSample) {
      expect.soft(await violations(ui.page, withoutContrast)).toEqual([])
      return
    }
    expect.soft(await violations(ui.page)).toEqual([])
    expect.soft(await walkByTab(ui.page)).toEqual({
      reached: expect.toSatisfy((count: number) => count > 0),
      unreached: [],
      unmarked: [],
    })
  })

  test.skipIf(!isNightly).each(screens)('$route in German, dark, at 200 %', async ({ place }) => {
    await visit(germanPage, place(of))
    expect.soft(await violations(germanPage)).toEqual([])
    expect.soft(await englishOn(germanPage, data)).toEqual([])
    // A window of half the width is what a page of twice the size has.
    await germanPage.setViewportSize({ width: 640, height: 400 })
    expect.soft(await overflowOf(germanPage)).toBeLessThanOrEqual(0)
    await germanPage.setViewportSize(viewport)
  })
})
