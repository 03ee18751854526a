import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { isNightly } from '../support/nightly.ts'
import { addressOf, openUserInterface, type UserInterface } from './page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// The sample call takes the engine most of a minute, so that is done by night.
const isReal = isNightly && (await findWhisper()) !== undefined
const scripted = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')
const expected = isReal ? 'corrected invoice' : 'send the contract'

const workMs = 150_000

describe.skipIf(!hasChromium)('three steps to a first transcript', () => {
  let ui: UserInterface
  let page: Page
  beforeAll(async () => {
    ui = await openUserInterface({}, { isNewcomer: true, ...(!isReal && { entry: scripted }) })
    page = ui.page
  })
  afterAll(() => ui?.stop())

  test('an empty Earshot welcomes and asks for the language of the page', async () => {
    await page.goto(addressOf(ui))
    await page.getByRole('heading', { level: 1, name: 'Welcome to Earshot' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Language of this page' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Willkommen bei Earshot' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('combobox', { name: 'Sprache dieser Seite' }).click()
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
  })

  test('a project is made, and the sample call becomes words', async () => {
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Project name').fill('First calls')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Add a recording to First calls' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the sample call' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sample call.webm' }).waitFor()
    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await transcript.getByText(expected).first().waitFor({ timeout: workMs })
    const projects = await ui.service.client.list<{ content_count: number }>('/v1/projects')
    expect(projects.map((project) => project.content_count)).toEqual([1])
  }, 200_000)

  test('who has a recording is not welcomed again, but may look', async () => {
    await page.evaluate(() => localStorage.removeItem('earshot.first-run'))
    await page.goto('about:blank')
    await page.goto(addressOf(ui))
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.goto(`${ui.service.baseUrl}/app/#/settings?section=about`)
    await page.getByRole('link', { name: 'Show the first steps again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome to Earshot' }).waitFor()
    await page.getByRole('button', { name: 'Skip the first steps' }).click()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(ui.complaints).toEqual([])
  })
})
