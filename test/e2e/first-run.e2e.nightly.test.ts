import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listedModel, listModels, startModelHost, type ModelHost } from '../support/model-host.ts'
import { findWhisper } from '../support/models.ts'
import { isNightly } from '../support/nightly.ts'
import { addressOf, openUserInterface, type UserInterface } from './page.ts'
import { photographPage } from './photograph-page.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// The sample call takes the engine most of a minute on a busy machine, so that is done by night.
const isReal = isNightly && (await findWhisper()) !== undefined
const scripted = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')
const expected = isReal ? 'Could you send me the tracking number?' : 'send the contract'

const workMs = 150_000

describe.skipIf(!hasChromium)('four steps to a first transcript', () => {
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
    await page.getByRole('heading', { name: 'Choose a language model, or none' }).waitFor()
    await page.getByText('Best for this machine').waitFor()
    await page.getByRole('region', { name: 'From another program' }).waitFor()
    expect(await page.getByRole('button', { name: /^Install / }).count()).toBeGreaterThan(0)
    expect(await violationsOf(page)).toEqual([])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await photographPage(page, `first-run-model-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: 'Add a recording to First calls' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the sample call' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sample call' }).waitFor()
    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await transcript.getByText(expected).first().waitFor({ timeout: workMs })
    const projects = await ui.service.client.list<{ content_count: number }>('/v1/projects')
    expect(projects.map((project) => project.content_count)).toEqual([1])
    // What follows from it comes without being asked for.
    const analysis = page.getByRole('region', { name: 'Analysis' })
    await analysis.getByText('Answered by').waitFor({ timeout: workMs })
  }, 200_000)

  test('who has a recording is not welcomed again, but may look', async () => {
    await page.evaluate(() => localStorage.removeItem('earshot.first-run'))
    await page.goto('about:blank')
    await page.goto(addressOf(ui))
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const welcome = async () => {
      await page.goto(`${ui.service.baseUrl}/app/#/settings?section=about`)
      await page.getByRole('link', { name: 'Show the first steps again' }).click()
      await page.getByRole('heading', { level: 1, name: 'Welcome to Earshot' }).waitFor()
    }
    await welcome()
    await page.getByRole('button', { name: 'Open the sample call' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sample call' }).waitFor()
    await welcome()
    await page.getByRole('button', { name: 'Skip the first steps' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(ui.complaints).toEqual([])
  })
})

describe.skipIf(!hasChromium)('a language model in the first steps', () => {
  const content = randomBytes(400_000)
  const model = listedModel('own-writer', content, {
    kind: 'language-model',
    name: 'Our own writer',
    quality: 'best',
    speed: 'fastest',
  })
  let ui: ScriptedPage
  let host: ModelHost
  beforeAll(async () => {
    host = await startModelHost(content)
    ui = await openScriptedPage({}, { EARSHOT_MODELS_MIRROR: host.url })
    await listModels(ui.app.dataDir, [model])
  })
  afterAll(async () => {
    await ui?.stop()
    await host?.stop()
  })

  test('is installed with one press, goes on behind the next step, and where it stopped', async () => {
    const { page } = ui
    const row = () =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: model.name }) })
    const button = (name: string) => page.getByRole('button', { name })
    await ui.open('/welcome')
    await button('Next').click()
    await button('Create project').click()
    host.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 100_000))
    }
    await button(`Install ${model.name}`).click()
    await row().getByText('100 kB of 400 kB').waitFor()
    await button('Next').click()
    await page.getByRole('heading', { name: /^Add a recording to/ }).waitFor()
    await ui.open('/welcome')
    await button('Next').click()
    await button(`Cancel installing ${model.name}`).click()
    await row().getByText('100 kB of 400 kB downloaded').waitFor()
    host.answer = null
    await button(`Continue installing ${model.name}`).click()
    await row().getByText('Installed', { exact: true }).waitFor()
    expect(host.ranges).toEqual([null, 'bytes=100000-'])
    expect(await button(`Remove ${model.name}`).count()).toBe(0)
    expect(ui.complaints).toEqual([])
  })
})
