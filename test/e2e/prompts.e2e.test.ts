import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSchema } from '../../service/engine/schema-subset.ts'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber, scriptedWriter, written } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsByNight, violationsOf } from './violations.ts'

// A prompt whose answer is built field by field, tried beside the form, and saved.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
const editor = () => ui.page.getByRole('dialog').first()
const field = (name: string) => editor().getByRole('group', { name: `Field ${name}`, exact: true })
const json = () => editor().getByLabel('Output schema')
const show = (view: 'Fields' | 'JSON') => editor().getByText(view, { exact: true }).click()

beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    transcriber: scriptedTranscriber(async () => conversation()),
    writer: scriptedWriter(async () => written({ who: 'Mary', until: null }), {
      checkSchema,
    }),
  })
  const project = await givenProject(ui.app, { name: 'Sales calls' })
  await givenCall(ui.app, project.id)
})
afterAll(() => ui?.stop())

/** While a schema is typed it may be one that is refused: its fields are asked for again then. */
const unexpected = () => ui.complaints.filter((text) => !text.endsWith('/v1/prompts/fields'))

test.skipIf(!hasChromium)('fields are added, named, described and moved by keyboard', async () => {
  await ui.go('/prompts')
  // What a built-in prompt asks, in words, each with whether it needs a language model.
  await ui.page.getByText('Answer and text').last().click()
  const answer = ui.page.getByRole('list', { name: /^Answer of / })
  await answer.getByText('Filled without a language model').first().waitFor()
  expect(await violationsByNight(ui.page)).toEqual([])
  await photographPage(ui.page, 'prompts-answered')
  await ui.page.getByRole('button', { name: 'New prompt' }).click()
  await editor().getByLabel('Name', { exact: true }).fill('Promises')
  for (const name of ['due', 'who']) {
    await editor().getByRole('button', { name: 'Add a field' }).click()
    await field('field').getByLabel('Field name').fill(name)
  }
  await field('due').getByLabel('Kind of due').selectOption('Date')
  await field('due').getByLabel('May be empty').check()
  await field('who').getByLabel('Description of who').fill('Who promised')
  await field('who').getByLabel('Maximum characters').fill('80')
  await field('due').getByText('Empty without a language model').waitFor()
  await field('who').getByRole('button', { name: 'Move who', exact: true }).focus()
  await ui.page.keyboard.press('ArrowUp')
  expect(await violationsOf(ui.page)).toEqual([])
  await show('JSON')
  expect(JSON.parse(await json().inputValue())).toEqual({
    type: 'object',
    properties: {
      who: { type: 'string', description: 'Who promised', maxLength: 80 },
      due: { type: ['string', 'null'], format: 'date' },
    },
    required: ['who', 'due'],
    additionalProperties: false,
  })
  await show('Fields')
})

test.skipIf(!hasChromium)('a name is refused twice, and what was there stays', async () => {
  await field('who').getByLabel('Field name').fill('due')
  await editor().getByText('Another field has this name.').waitFor()
  await editor().getByRole('button', { name: 'Save prompt' }).click()
  await editor().getByText('Two fields have the same name, or one has no name.').waitFor()
  await field('due').last().getByLabel('Field name').fill('until')
  await field('due').getByLabel('Field name').fill('who')
  expect(await field('who').getByLabel('Description of who').inputValue()).toBe('Who promised')
})

test.skipIf(!hasChromium || !isNightly)(
  'what the builder cannot show is kept and told; a refusal is at its field',
  async () => {
    await show('JSON')
    const schema = JSON.parse(await json().inputValue())
    schema.properties.until.pattern = '^x'
    await json().fill(JSON.stringify(schema))
    await show('Fields')
    await field('until').getByText('Also set, and edited as JSON: pattern').waitFor()
    await field('who').getByLabel('Always present').uncheck()
    await editor().getByRole('button', { name: 'Save prompt' }).click()
    await field('until').getByRole('alert').getByText('"pattern" is not supported').waitFor()
    expect(ui.complaints.splice(0).every((text) => text.includes('400'))).toBe(true)
    await show('JSON')
    const kept = JSON.parse(await json().inputValue())
    expect(kept.properties.until.pattern).toBe('^x')
    expect(kept.required).toEqual(['until'])
    delete kept.properties.until.pattern
    await json().fill(JSON.stringify(kept))
    await show('Fields')
  },
)

test.skipIf(!hasChromium)(
  'placeholders are offered, and those that are none are told',
  async () => {
    const text = editor().getByLabel('Text', { exact: true })
    await text.fill('Ask {{speeker}}: ')
    await editor().getByText('{{speeker}} is not a known placeholder').waitFor()
    await editor().getByText('The text needs {{transcript}}').waitFor()
    await text.fill('Who promised what? ')
    await editor()
      .getByRole('button', { name: /Insert transcript/ })
      .click()
    expect(await text.inputValue()).toBe('Who promised what? {{transcript}}')
  },
)

test.skipIf(!hasChromium)(
  'a trial is read beside the form; leaving asks; it is saved',
  async () => {
    await editor().getByRole('button', { name: 'Try on a recording' }).click()
    await editor().getByRole('button', { name: 'Try', exact: true }).click()
    await editor().getByRole('heading', { name: 'Who', exact: true }).waitFor()
    expect(await violationsByNight(ui.page)).toEqual([])
    await ui.page.keyboard.press('Escape')
    await ui.page.getByRole('button', { name: 'Keep editing' }).click()
    await editor().getByRole('button', { name: 'Save prompt' }).click()
    await ui.page.getByRole('heading', { level: 2, name: 'Promises', exact: true }).waitFor()
    await ui.page.getByRole('button', { name: 'Edit Promises' }).click()
    await field('until').waitFor()
    await ui.page.keyboard.press('Escape')
    await ui.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(unexpected()).toEqual([])
  },
)

test.skipIf(!hasChromium || !isNightly)(
  'what a prompt asked before is compared, and put back into the form',
  async () => {
    const { body } = await ui.app.call('GET', '/v1/prompts?limit=1')
    const { id } = body.data[0]
    const shorter = { template: 'Who promised what, until when? {{transcript}}' }
    await ui.app.call('PATCH', `/v1/prompts/${id}`, { body: { ...shorter, output_schema: null } })
    await ui.open('/prompts')
    await ui.page.getByRole('button', { name: 'Edit Promises' }).click()
    await editor().getByRole('button', { name: 'Versions' }).click()
    const versions = editor().getByRole('list', { name: 'Versions' })
    const version = (number: number) =>
      versions.getByRole('button', { name: new RegExp(`^Version ${number} `) })
    await version(2).getByText('Saved now').waitFor()
    expect(await version(2).getAttribute('aria-expanded')).toBe('true')
    expect(await versions.locator('ins').first().innerText()).toContain(', until when')
    expect(await versions.locator('del').last().innerText()).toContain('"until"')
    expect(await violationsByNight(ui.page)).toEqual([])
    await photographPage(ui.page, 'prompt-versions')

    // What is written and kept nowhere is asked for before it is replaced.
    const text = editor().getByLabel('Text', { exact: true })
    await text.fill('Not saved: {{transcript}}')
    await version(1).click()
    await versions.getByText('Compared with the form').click()
    expect(await versions.locator('del').first().innerText()).toContain('Not saved')
    await photographPage(ui.page, 'prompt-version-form')
    const restore = editor().getByRole('button', { name: 'Restore version 1' })
    await restore.click()
    expect(await violationsByNight(ui.page)).toEqual([])
    await photographPage(ui.page, 'prompt-version-replace')
    await ui.page.keyboard.press('Escape')
    // It answered that question alone.
    await ui.page.getByRole('button', { name: 'Keep editing' }).waitFor({ state: 'detached' })
    expect(await ui.page.getByRole('dialog').count()).toBe(1)
    expect(await text.inputValue()).toBe('Not saved: {{transcript}}')
    await restore.click()
    await ui.page.getByRole('button', { name: 'Replace' }).click()
    await versions.getByText('This is what the form contains.').waitFor()
    expect(await text.inputValue()).toBe('Who promised what? {{transcript}}')
    await field('until').waitFor()

    // Kept as a version, so nothing is asked; and back.
    await version(2).click()
    await editor().getByRole('button', { name: 'Restore version 2' }).click()
    await editor().getByText('No fields yet.').waitFor()
    await version(1).click()
    await restore.click()
    await field('until').waitFor()
    await editor().getByRole('button', { name: 'Save prompt' }).click()
    await ui.page.getByRole('dialog').waitFor({ state: 'detached' })
    const { body: now } = await ui.app.call('GET', `/v1/prompts/${id}`)
    expect(now.data).toMatchObject({ version: 3, template: 'Who promised what? {{transcript}}' })
    expect(Object.keys(now.data.output_schema.properties)).toEqual(['who', 'until'])
    expect(unexpected()).toEqual([])
  },
)
