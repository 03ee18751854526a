import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExtractive } from '../../service/engine/extractive/extractive.ts'
import { checkSchema } from '../../service/engine/schema-subset.ts'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// What is done with an open recording: by its title, by key, by command and on a phone.

describe.skipIf(!hasChromium)('an open recording', () => {
  let ui: ScriptedPage
  let place = ''
  const title = () => ui.page.getByRole('heading', { level: 1 })
  const field = () => ui.page.getByRole('textbox', { name: 'Title' })
  const command = async (words: string, name: string) => {
    await ui.page.keyboard.press('Control+k')
    const palette = ui.page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('combobox').waitFor()
    await ui.page.keyboard.type(words)
    await palette.getByRole('option', { name }).click()
    await palette.waitFor({ state: 'detached' })
  }
  const titleKept = async () => (await ui.app.call('GET', path)).body.data.title
  let path = ''

  beforeAll(async () => {
    ui = await openScriptedPage({
      transcriber: scriptedTranscriber(async () => conversation()),
      writer: scriptedWriter(createExtractive().write, { checkSchema }),
    })
    const { id } = await givenProject(ui.app, { name: 'Sales calls' })
    const call = await givenCall(ui.app, id)
    place = recordingPlace(id, call)
    path = `/v1/projects/${id}/content/${call}`
    await ui.open(`/projects/${id}`)
    await ui.page.getByRole('link', { name: /^Call with Mary/ }).click()
    await ui.page.locator('[data-segment]').first().waitFor()
  })
  afterAll(() => ui?.stop())

  test('the first key goes to its lines, and space plays', async () => {
    const { page } = ui
    await page.keyboard.press('ArrowDown')
    const focused = page.locator('[data-segment]:focus')
    await focused.waitFor()
    const first = await focused.getAttribute('data-segment')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused.getAttribute('data-segment')).not.toBe(first)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })

  test('its title is changed where it stands; Escape takes back what was typed', async () => {
    const { page } = ui
    await title().getByRole('button').click()
    expect(await violationsOf(page)).toEqual([])
    await field().fill('Not this')
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
    expect(await title().textContent()).toContain('Call with Mary')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Renewal with Mary')
    await page.keyboard.press('Enter')
    await expect.poll(() => title().textContent()).toBe('Renewal with Mary')
    expect(await titleKept()).toBe('Renewal with Mary')
    expect(await page.title()).toContain('Renewal with Mary')
    // The keyboard is still there.
    expect(
      await title()
        .getByRole('button')
        .evaluate((one) => one.matches(':focus')),
    ).toBe(true)
  })

  test('a title that cannot be saved stays in its field, and says why', async () => {
    const { page } = ui
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await title().getByRole('button').click()
    await field().fill('Renewal in March')
    await page.getByRole('heading', { name: 'Transcript' }).click()
    await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true')
    expect(await field().inputValue()).toBe('Renewal in March')
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'title-not-saved')
    await page.unroute(`**${path}`)
    await field().press('Enter')
    await expect.poll(() => title().textContent()).toBe('Renewal in March')
    ui.complaints.splice(0)
  })

  test('it is renamed, moved, analysed and asked from the palette', async () => {
    const { page } = ui
    await command('rename', 'Rename this recording')
    await field().waitFor()
    await page.keyboard.type('Renewal')
    await page.keyboard.press('Enter')
    await expect.poll(titleKept).toBe('Renewal')
    await command('move', 'Move to another project…')
    const project = page.getByRole('dialog').getByLabel('Project')
    await expect.poll(() => project.evaluate((one) => one.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hide the side column' }).click()
    await command('analyse', 'Analyse this recording')
    await page.getByRole('region', { name: 'Analysis' }).getByText('Answered by').waitFor()
    await command('ask', 'Ask this recording')
    const question = page.getByLabel('Question')
    await expect.poll(() => question.evaluate((one) => one.matches(':focus'))).toBe(true)
  })

  test('on a phone one button is in sight, the others are in a menu', async () => {
    const { page } = ui
    await page.setViewportSize({ width: 390, height: 844 })
    await ui.open(place)
    await page.getByRole('button', { name: 'Edit details…' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Transcribe again…' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'recording-menu-390')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sales calls' }).waitFor()
    expect(ui.complaints).toEqual([])
  })
})
