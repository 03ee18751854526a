import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedTranscriber, scriptedWriter, written } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { twoPeople } from '../support/voices.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// Where an analysis has its claims from, what it has from nowhere, and a prompt tried before it is saved.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
let place: string
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: scriptedWriter(async ({ segments, resultLanguage }) => ({
      ...written({
        summary: resultLanguage === 'es' ? 'Todo está dicho.' : 'They agreed on a price.',
        key_points: ['A balloon was ordered'],
      }),
      evidence: { '/summary': [segments[1]?.id ?? ''] },
      coverage: { tokens_total: 200, tokens_used: 124, chunks: 2 },
      confidenceScore: 50,
    })),
  })
  const project = await givenProject(ui.app, {})
  const call = await givenCall(ui.app, project.id)
  place = recordingPlace(project.id, call)
  const body = { name: 'Ours', template: 'Prices: {{transcript}}' }
  const { id } = (await ui.app.call('POST', '/v1/prompts', { body })).body.data
  await ui.app.call('POST', `/v1/projects/${project.id}/content/${call}/analyze`, {
    body: { prompt_id: id },
  })
  await ui.app.idle()
})
afterAll(() => ui?.stop())

test.skipIf(!hasChromium)('a claim plays its moment; what nobody said is marked', async () => {
  await ui.open(place)
  const moment = ui.page.getByRole('button', { name: /^Play this moment: 0:\d\d, Speaker 2$/ })
  await moment.waitFor()
  await ui.page.getByText('not found in the recording', { exact: true }).waitFor()
  await ui.page.getByText('Listen before you rely on it.').waitFor()
  await ui.page.getByText('62 % of the transcript. Smaller matters may be missing').waitFor()
  await ui.page.getByText('50 % of the answer').waitFor()
  // Nothing may still move while the colours are read.
  await ui.page.getByRole('list', { name: 'Speakers' }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await moment.focus()
  await ui.page.keyboard.press('Enter')
  const element = ui.page.locator('audio, video').first()
  await expect
    .poll(() => element.evaluate((media: HTMLMediaElement) => media.currentTime))
    .toBeGreaterThan(0)
})

test.skipIf(!hasChromium)('a prompt is tried on a recording before it is saved', async () => {
  await ui.open('/prompts')
  await ui.page.getByRole('button', { name: 'New prompt' }).click()
  const dialog = ui.page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Prices')
  await dialog.getByText('JSON', { exact: true }).click()
  await dialog.getByLabel('Output schema').fill('{"type": ')
  await dialog.getByRole('button', { name: 'Try on a recording' }).click()
  await dialog.getByText('This is not JSON').waitFor()
  await dialog.getByLabel('Output schema').fill('')
  await dialog.getByPlaceholder('The language spoken').fill('Spanish')
  await ui.page.getByRole('option', { name: 'Spanish' }).click()
  await dialog.getByRole('button', { name: 'Try on a recording' }).click()
  await dialog.getByRole('button', { name: 'Try', exact: true }).click()
  await dialog.getByText('Todo está dicho.').waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  const before = await ui.app.call('GET', '/v1/prompts?limit=100')
  expect(before.body.data.map(({ name }: { name: string }) => name)).not.toContain('Prices')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await ui.page.getByRole('heading', { level: 2, name: 'Prices', exact: true }).waitFor()
  await ui.page.getByText('Version 1, answers in Spanish').waitFor()
  await ui.page.getByRole('button', { name: 'Delete Prices' }).click()
  await ui.page
    .getByRole('heading', { level: 2, name: 'Prices', exact: true })
    .waitFor({ state: 'detached' })
  expect(ui.complaints).toEqual([])
})
