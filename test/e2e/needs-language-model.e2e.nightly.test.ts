import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExtractive } from '../../service/engine/extractive/extractive.ts'
import { checkSchema } from '../../service/engine/schema-subset.ts'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { listedModel, listModels, startModelHost, type ModelHost } from '../support/model-host.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// What the built-in analyser cannot answer, in the try-out and beside a recording.

const content = randomBytes(1_000)
const model = listedModel('own-writer', content, { kind: 'language-model' })

let host: ModelHost
let ui: Awaited<ReturnType<typeof openScriptedPage>>
let place: string
beforeAll(async () => {
  if (!hasChromium) return
  host = await startModelHost(content)
  ui = await openScriptedPage(
    {
      transcriber: scriptedTranscriber(async () => conversation()),
      writer: scriptedWriter(createExtractive().write, { checkSchema }),
    },
    { EARSHOT_MODELS_MIRROR: host.url },
  )
  await listModels(ui.app.dataDir, [model])
  const project = await givenProject(ui.app, { name: 'Sales calls' })
  const call = await givenCall(ui.app, project.id)
  place = recordingPlace(project.id, call)
  const template = 'Where does the deal stand? {{transcript}}'
  const properties = {
    status: { type: 'string', enum: ['open', 'won', 'lost'] },
    reason: { type: 'string' },
    participants: { type: 'array', items: { type: 'string' } },
    objections: { type: 'array', items: { type: 'string' } },
  }
  const output_schema = { type: 'object', properties, required: ['status', 'participants'] }
  const body = { name: 'Deal', template, output_schema }
  const { id } = (await ui.app.call('POST', '/v1/prompts', { body })).body.data
  await ui.app.call('POST', `/v1/projects/${project.id}/content/${call}/analyze`, {
    body: { prompt_id: id },
  })
  await ui.app.idle()
})
afterAll(async () => {
  await ui?.stop()
  await host?.stop()
})

const install = 'Install or connect a language model'

test.skipIf(!hasChromium)('a result says which fields need one, and leads there', async () => {
  await ui.page.setViewportSize({ width: 1280, height: 900 })
  await ui.open(place)
  await ui.page.getByRole('link', { name: install }).waitFor()
  // A status that nobody judged is not shown as one.
  await ui.page.getByText(/^It would also answer: .+ and .+\./).waitFor()
  expect(await ui.page.getByText('Open', { exact: true }).count()).toBe(0)
  await ui.page.getByRole('list', { name: 'Speakers' }).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photographPage(ui.page, 'needs-model-1280')
  await ui.page.setViewportSize({ width: 390, height: 844 })
  await photographPage(ui.page, 'needs-model-390')
  await ui.page.setViewportSize({ width: 1280, height: 900 })
  await ui.page.getByRole('link', { name: install }).click()
  await ui.page.getByRole('heading', { level: 2, name: 'Language models' }).waitFor()
})

test.skipIf(!hasChromium)(
  'a free question that is tried is not answered with anything else',
  async () => {
    await ui.open('/prompts')
    await ui.page.getByRole('button', { name: 'New prompt' }).click()
    const dialog = ui.page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Why')
    await dialog
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Why does the customer hesitate? {{transcript}}')
    await dialog.getByRole('button', { name: 'Try on a recording' }).click()
    await dialog.getByRole('button', { name: 'Try', exact: true }).click()
    await dialog.getByRole('link', { name: install }).waitFor()
    await dialog.getByText(/^It would also answer: .+ and .+\./).waitFor()
    expect(await violationsOf(ui.page)).toEqual([])
    await photographPage(ui.page, 'needs-model-trial')
    expect(ui.complaints).toEqual([])
  },
)

test.skipIf(!hasChromium)(
  'put away, the banner stays away; what is missing is still named',
  async () => {
    await ui.open(place)
    await ui.page.getByRole('button', { name: 'Do not show this again' }).click()
    await ui.page.getByText(/^Needs a language model: .+ and .+\.$/).waitFor()
    await ui.open(place)
    await ui.page.getByText(/^Needs a language model: .+ and .+\.$/).waitFor()
    expect(await ui.page.getByRole('link', { name: install }).count()).toBe(0)
    await ui.page.evaluate(() => localStorage.removeItem('earshot.model-banner-dismissed'))
  },
)

test.skipIf(!hasChromium)('once there is one, the analysis is run again with it', async () => {
  await ui.app.call('POST', `/v1/models/${model.id}/install`)
  const isReady = async () => {
    const { data } = (await ui.app.call('GET', '/v1/models?kind=language-model&limit=100')).body
    return data.some(
      (one: { id: string; is_default: boolean }) => one.id === model.id && one.is_default,
    )
  }
  await expect.poll(isReady).toBe(true)
  await ui.open(place)
  await ui.page.getByRole('button', { name: 'Run again with the language model' }).click()
  await ui.page.getByText(/, version 2$/).waitFor()
  expect(await ui.page.getByRole('link', { name: install }).count()).toBe(0)
})
