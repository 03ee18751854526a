import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedTranscriber, scriptedWriter, spokenBy, written } from '../support/engine.ts'
import { kennedyClip } from '../support/sound.ts'
import { chooseFiles, makeProject, rowOf } from './page.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

const transcriber = scriptedTranscriber(async () =>
  spokenBy([
    [0, 'Ask not what your country can do for you.'],
    [1, 'Ask what you can do for your country.'],
  ]),
)
const writer = scriptedWriter(async () =>
  written({
    summary: 'What each of us can do for the country.',
    key_topics: ['country'],
    sentiment: 'positive',
    action_items: [],
    decisions: [],
    questions: [],
  }),
)

describe.skipIf(!hasChromium)('every screen can be used by everyone', () => {
  let ui: ScriptedPage
  let page: Page
  let recordingUrl = ''

  const violations = () => violationsOf(page)

  const visit = async (place: string, heading: string) => {
    await page.goto(`${ui.app.baseUrl}/app/#${place}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }

  beforeAll(async () => {
    ui = await openScriptedPage({ transcriber, writer })
    page = ui.page
  })
  afterAll(() => ui?.stop())

  test('the screen without a key', async () => {
    await page.goto(`${ui.app.baseUrl}/app/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations()).toEqual([])
  })

  test('the key opens the app also in a tab that was already here', async () => {
    await page.goto(`${ui.app.baseUrl}/app/#token=${ui.app.sessionToken}`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(page.url()).not.toContain(ui.app.sessionToken)
  })

  test.each([
    ['projects', '/projects', 'Create your first project'],
    ['search', '/search', 'Find what was said'],
    ['search without a hit', '/search?q=zebra', 'Nothing found for “zebra”'],
    ['prompts', '/prompts', 'Meeting'],
    ['webhooks', '/webhooks', 'No webhooks yet'],
    ['API keys', '/api-keys', 'No keys yet'],
    ['an unknown address', '/nowhere', 'There is nothing at this address'],
    ['an unknown project', '/projects/proj_0', 'The project did not load'],
  ])('%s, empty', async (_name, place, heading) => {
    await visit(place, heading)
    expect(await violations()).toEqual([])
  })

  test('the dialogs of projects, webhooks and keys', async () => {
    for (const [place, button] of [
      ['/projects', 'New project'],
      ['/webhooks', 'New webhook'],
      ['/api-keys', 'New key'],
    ] as const) {
      await page.goto(`${ui.app.baseUrl}/app/#${place}`)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      expect(await violations()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('a library before and after its first upload', async () => {
    await makeProject(page, 'Calls')
    await page.getByRole('heading', { name: 'Add the first recording' }).waitFor()
    expect(await violations()).toEqual([])
    await chooseFiles(page, {
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('no'),
    })
    await page.getByText('unsupported_media_type').waitFor()
    expect(await violations()).toEqual([])
  })

  test('a recording with transcript, analysis and search hit', async () => {
    await chooseFiles(page, kennedyClip)
    await rowOf(page, 'jfk').getByText('Ready').waitFor({ timeout: 100_000 })
    expect(await violations()).toEqual([])
    await page.getByRole('link', { name: 'jfk' }).click()
    await page.getByRole('heading', { name: 'Summary' }).waitFor({ timeout: 100_000 })
    recordingUrl = page.url()
    await page.getByLabel('Find in this transcript').fill('country')
    await page.getByText('1 of 2').waitFor()
    expect(await violations()).toEqual([])
    await visit('/search?q=country', 'Search')
    await page.locator('mark').first().waitFor()
    expect(await violations()).toEqual([])
  })

  test('a screen that cannot reach the service says so and recovers', async () => {
    await visit('/search', 'Search')
    await page.context().setOffline(true)
    try {
      await visit('/search?q=silence', 'The search failed')
      await page.getByText('What you see may be out of date').waitFor()
      expect(await violations()).toEqual([])
    } finally {
      await page.context().setOffline(false)
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Nothing found for “silence”' }).waitFor()
    await page.getByText('What you see may be out of date').waitFor({ state: 'detached' })
  })

  test('the app is walked by keyboard alone', async () => {
    await visit('/projects', 'Projects')
    await page.reload()
    await page.getByRole('link', { name: 'Calls' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Calls')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, 'Filter')
    for (let left = 0; left < 3; left += 1) await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('Settings')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Settings')
    await tabTo(page, 'jfk')
  })

  test('a recording is read and heard by keyboard alone', async () => {
    await page.goto(recordingUrl)
    await page.getByText('your country').first().waitFor()
    await tabTo(page, 'Play from 0:00')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })
})

/** What has the focus, by its name or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })

/** Presses Tab until the named element has the focus; fails where that never comes. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach “${name}”.`)
}
