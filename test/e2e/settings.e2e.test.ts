import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelHub, type ModelHub } from '../support/model-hub.ts'
import { listedModel, listModels, startModelHost, type ModelHost } from '../support/model-host.ts'
import { isNightly } from '../support/nightly.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { photographPage } from './photograph-page.ts'
import { violationsByNight } from './violations.ts'

const byNight = test.skipIf(!isNightly)

describe.skipIf(!hasChromium)('models and settings on the page', () => {
  const content = randomBytes(400_000)
  const model = listedModel('whisper-own', content, { name: 'Our own weights' })
  let ui: ScriptedPage
  let page: Page
  let host: ModelHost
  let hub: ModelHub

  beforeAll(async () => {
    host = await startModelHost(content)
    hub = await startModelHub(Buffer.concat([Buffer.from('GGUF'), content]))
    const env = { EARSHOT_MODELS_MIRROR: host.url, EARSHOT_MODEL_HUB: hub.url }
    ui = await openScriptedPage({}, env)
    page = ui.page
    await listModels(ui.app.dataDir, [model])
  })
  afterAll(async () => {
    await ui?.stop()
    await host?.stop()
    await hub?.stop()
  })

  const row = () =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: model.name }) })
  const button = (name: string) => page.getByRole('button', { name })

  test('a model is installed with progress, and goes on after it was cancelled', async () => {
    await ui.go('/models')
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor()
    await row().getByText('Not installed').waitFor()
    host.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 100_000))
    }
    await button(`Install ${model.name}`).click()
    await row().getByText('100 kB of 400 kB').waitFor()
    await row()
      .getByRole('progressbar', { name: `Progress of ${model.name}` })
      .waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await button(`Cancel installing ${model.name}`).click()
    await row().getByText('100 kB of 400 kB downloaded').waitFor()
    host.answer = null
    await button(`Continue installing ${model.name}`).click()
    await row().getByText('Installed', { exact: true }).waitFor()
    expect(host.ranges).toEqual([null, 'bytes=100000-'])
  })

  byNight('it is chosen as the default, and another one again', async () => {
    await button(`Use ${model.name} by default`).click()
    await row().getByText('Default', { exact: true }).waitFor()
    expect(await button(`Remove ${model.name}`).count()).toBe(0)
    await button('Use Whisper base by default').click()
    await button(`Remove ${model.name}`).waitFor()
  })

  byNight('a damaged file is said and installed again; then it is removed', async () => {
    const file = path.join(ui.app.dataDir, 'models', model.file)
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000)
    await writeFile(file, bytes)
    await button(`Verify ${model.name}`).click()
    await row().getByText('does not match the original').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await button(`Install again: ${model.name}`).click()
    await row().getByText('Installed', { exact: true }).waitFor()
    await button(`Remove ${model.name}`).click()
    await page.getByRole('dialog').getByText('This frees 400 kB').waitFor()
    await button('Remove model').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row().getByText('Not installed').waitFor()
  })

  byNight('an installation that fails says what to do', async () => {
    host.answer = (_request, response) => response.destroy()
    await button(`Install ${model.name}`).click()
    await row().getByRole('alert').getByText('The server cannot be reached').first().waitFor()
    expect(await violationsByNight(page)).toEqual([])
  })

  byNight(
    'a model of the hub is looked up by its name, and is in the list to be installed',
    async () => {
      await page.getByText('Another model by its name').click()
      await page.getByLabel('Name on the hub').fill('hf:ada/small/small.gguf')
      await button('Look it up').click()
      await button('Install small (ada/small)').waitFor()
      await page.getByText('Licence apache-2.0', { exact: true }).waitFor()
    },
  )

  // Accessibility-walk opens each with every change, and sees whether everyone can use it.
  byNight('the sections of the settings are in the address', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    for (const [name, text] of [
      ['Appearance', 'Language of this page'],
      ['Organization', 'Prompt for projects without one'],
      ['Usage', 'Transcribed this month'],
      ['Storage and backups', 'Models that came with Earshot'],
      ['Privacy', 'Nothing else leaves this machine.'],
      ['About', 'What is inside'],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true })
      await link.click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByText(text).first().waitFor()
      expect(page.url()).toContain(`section=${name.split(' ')[0]?.toLowerCase()}`)
      expect(await link.getAttribute('aria-current')).toBe('page')
    }
  })

  test('what was fetched is in the list of what leaves the machine', async () => {
    await ui.go('/settings?section=privacy')
    await page
      .getByText(`whisper-own, 400 kB, from ${new URL(host.url).host}`)
      .first()
      .waitFor()
  })

  test('the name of the organization and its limits are changed', async () => {
    await ui.go('/settings?section=organization')
    await page.getByLabel('Name', { exact: true }).fill('North Ltd')
    await button('Save').click()
    await expect.poll(async () => (await org()).name).toBe('North Ltd')
    await ui.go('/settings?section=usage')
    await page.getByLabel('Maximum minutes per month').fill('600')
    await button('Save limits').click()
    await expect.poll(async () => (await org()).usage.transcription_minutes.limit).toBe(600)
  })
  const org = async () => (await ui.app.call('GET', '/v1/org')).body.data

  byNight('the library is checked, and what was found is said', async () => {
    await ui.go('/settings?section=storage')
    await page.getByText('The library has not been checked yet.').waitFor()
    await button('Check now').click()
    await page.getByText('Nothing is damaged.').waitFor()
    await photographPage(page, 'library-check')
    const verification = {
      ...(await ui.app.call('GET', '/v1/verify')).body.data,
      findings: [
        { kind: 'rebuilt', part: 'search', content_id: null, filename: null, title: null },
        {
          kind: 'recording_missing',
          part: null,
          content_id: 'cont_1',
          filename: 'Call.m4a',
          title: 'Call',
        },
      ],
      finding_count: 2,
    }
    const address = '**/v1/verify'
    await page.route(address, (route) =>
      route.fulfill({ json: { data: verification, request_id: 'req_1' } }),
    )
    await ui.open('/settings?section=storage')
    await page.getByText('Call: the file is gone').waitFor()
    await page.getByText('Search and Ask: damage was repaired, nothing is lost').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await photographPage(page, 'library-check-found-phone')
    expect(await violationsByNight(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.unroute(address)
  })

  byNight('the page speaks German at once, and keeps to it', async () => {
    await ui.go('/settings?section=appearance')
    await page.getByRole('combobox', { name: 'Language of this page' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Darstellung' }).waitFor()
    await ui.open('/models')
    await page.getByRole('heading', { level: 1, name: 'Modelle' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
  })

  test('the page had nothing to complain about', () => {
    expect(ui.complaints).toEqual([])
  })
})
