import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../service/core/time.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { scriptedTranscriber, spoken } from '../support/engine.ts'
import { shortestClip } from '../support/models.ts'
import { isNightly } from '../support/nightly.ts'
import { chooseFiles, openSettings, rowOf, skipFirstSteps } from './page.ts'
import { hasChromium, openContext } from './shared-browser.ts'

// From a key to a transcript, with scripted words of a real recording. With real speech: main-job-speech, by night.

const byNight = test.skipIf(!isNightly)

const speech =
  'And so my fellow Americans ask not what your country can do for you ask what you can do for your country.'

describe.skipIf(!hasChromium)('the main job in the browser', () => {
  let app: TestApp
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    app = await startTestApp({
      clock: systemClock,
      transcriber: scriptedTranscriber(async () => spoken(speech)),
    })
    const context = await openContext()
    await context.addInitScript(skipFirstSteps)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
  })
  afterAll(async () => {
    await page?.context().close()
    await app?.stop()
  })

  test('without a key the page tells how to open the app, and refuses a wrong one', async () => {
    await page.goto(`${app.baseUrl}/app/`)
    await page.getByText('Start Earshot again the way you usually do').waitFor()
    await page.getByLabel('Or paste a key').fill('sk_live_this-is-no-key')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('alert').getByText('did not accept the key').waitFor()
    expect(complaints.splice(0).every((text) => text.includes('401'))).toBe(true)
  })

  test('the key in the address opens the app and leaves the address at once', async () => {
    await page.goto('about:blank')
    await page.goto(`${app.baseUrl}/app/#token=${app.sessionToken}`)
    await page.getByRole('heading', { level: 2, name: 'Your first recording' }).waitFor()
    expect(page.url()).not.toContain(app.sessionToken)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })

  test('what is wrong with a form is said by the service, at the field', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Create your first project' }).waitFor()
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByRole('button', { name: 'Create project' }).click()
    const name = page.getByLabel('Name')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(complaints.splice(0).every((text) => text.includes('400'))).toBe(true)
    await name.fill('Speeches')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Speeches' }).waitFor()
  })

  test('several files are uploaded; one that is no recording says why and can be put away', async () => {
    const note = { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no sound') }
    const real = { name: 'jfk.mp3', mimeType: 'audio/mpeg', buffer: await readFile(shortestClip) }
    await chooseFiles(page, [real, note])
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByText('unsupported_media_type').waitFor()
    await uploads.getByRole('button', { name: 'Dismiss note.pdf' }).click()
    await rowOf(page, 'jfk').getByText('Ready').waitFor()
    expect(complaints.splice(0).every((text) => text.includes('415'))).toBe(true)
  })

  test('the words of the recording are read, and a click on one plays from there', async () => {
    await page.getByRole('link', { name: 'jfk' }).click()
    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await expect.poll(() => transcript.innerText()).toContain('what your country can do for you')
    const word = transcript.locator('[data-word]').filter({ hasText: 'Americans' }).first()
    await word.click()
    await expect.poll(() => playedSeconds(page)).toBeGreaterThan(2)
    await transcript.locator('[aria-current]').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Transcript' }).click()
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })

  byNight('an API key is shown once, works, and is refused once revoked', async () => {
    await openSettings(page, 'API keys')
    await page.getByRole('button', { name: 'New key' }).first().click()
    await page.getByLabel('Name').fill('nightly export')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByTestId('secret-value').innerText()
    const ask = async () => (await app.call('GET', '/v1/org', { key })).status
    expect(await ask()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke nightly export' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('row').filter({ hasText: 'nightly export' }).waitFor({ state: 'detached' })
    expect(await ask()).toBe(401)
  })

  byNight('a recording is deleted', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await page.getByRole('link', { name: 'Speeches' }).click()
    await page.getByRole('link', { name: 'jfk' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Speeches' }).waitFor()
    await page.getByRole('heading', { name: 'Add the first recording' }).waitFor()
  })

  test('the page had nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})

const playedSeconds = (page: Page): Promise<number> =>
  page.locator('video').evaluate((media) => Number(Reflect.get(media, 'currentTime')))
