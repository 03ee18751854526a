import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeechRequest } from '../../service/engine/engine.ts'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber, untilAborted } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { openSettings as openInSettings } from './page.ts'
import { givenCall, openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

describe.skipIf(!hasChromium)('how recordings are heard is chosen on the page', () => {
  let ui: ScriptedPage
  let page: Page
  let projectId = ''
  let contentId = ''
  /** While it is held, a transcription goes on until it is paused or cancelled. */
  let isHeld = false
  let asked: SpeechRequest | undefined
  const project = async () => (await ui.app.call('GET', `/v1/projects/${projectId}`)).body.data

  beforeAll(async () => {
    const transcriber = scriptedTranscriber(async (request, { signal, onProgress }) => {
      asked = request
      onProgress(0.4)
      return isHeld ? untilAborted(signal) : conversation()
    })
    ui = await openScriptedPage({ transcriber })
    page = ui.page
    projectId = (await givenProject(ui.app)).id
    contentId = await givenCall(ui.app, projectId)
  })
  afterAll(() => ui?.stop())

  const openSettings = async (tab: string) => {
    await ui.go(`/projects/${projectId}`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: tab }).click()
  }
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('the language is found by its name; translation is switched on', async () => {
    await openSettings('Speech')
    await page.getByRole('combobox', { name: 'Language spoken' }).fill('germ')
    await page.getByRole('option', { name: 'German' }).click()
    await page.getByRole('switch', { name: 'Translate to English' }).click()
    expect(await violationsOf(page)).toEqual([])
    await save()
    const { settings } = await project()
    expect(settings).toMatchObject({ language: 'de', translate_to_english: true })
    expect(settings).toMatchObject({ speech_model: null, vocabulary: [] })
  })

  test('a folder to watch is typed where there is no dialog of the system', async () => {
    await openSettings('Folders')
    const field = page.getByRole('textbox', { name: 'Folder with recordings' })
    await field.fill('recordings')
    await field.press('Enter')
    await page.getByText('path must be absolute.').waitFor()
    await field.fill(import.meta.dirname)
    await page.getByRole('button', { name: 'Watch' }).click()
    await page.getByText('Nothing was added from here yet').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: `Stop watching ${import.meta.dirname}` }).click()
    await page.getByText('No folder is watched for this project.').waitFor()
  })

  test('models say how fast they are, and those that are not here cannot be chosen', async () => {
    await openSettings('Speech')
    await page.getByRole('combobox', { name: 'Speech model' }).click()
    const option = page.getByRole('option', { name: /Whisper tiny – not installed/ }).first()
    await option.waitFor()
    expect(await option.getAttribute('aria-disabled')).toBe('true')
  })

  test('a vocabulary is pasted, corrected, and refused at the term that is listed twice', async () => {
    await openSettings('Vocabulary')
    await page.getByText('No terms yet.').waitFor()
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByLabel('One term per line').fill('Kubernetes: cuber netes\nMary Smith\nAcme')
    await page.getByRole('button', { name: 'Add 3 terms' }).click()
    await page.getByRole('button', { name: 'Remove Acme' }).click()
    await page.getByLabel('How Mary Smith is misrecognized').fill('merry smith, mary smyth')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a term' }).click()
    await page.getByLabel('Correct spelling of term 3').fill('kubernetes')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'listed twice' }).waitFor()
    await page.getByRole('button', { name: 'Remove kubernetes', exact: true }).click()
    await save()
    expect((await project()).settings.vocabulary).toEqual([
      { term: 'Kubernetes', heard_as: ['cuber netes'] },
      { term: 'Mary Smith', heard_as: ['merry smith', 'mary smyth'] },
    ])
    expect(ui.complaints.splice(0).every((text) => text.includes('400'))).toBe(true)
  })

  test('the organization has a vocabulary, too, which a text file can bring', async () => {
    await openInSettings(page, 'Vocabulary')
    const buffer = Buffer.from('Earshot: ear shot\nZürich')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'terms.txt', mimeType: 'text/plain', buffer })
    await page.getByLabel('How Zürich is misrecognized').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await ui.app.call('GET', '/v1/org')
    expect(body.data.settings.vocabulary).toEqual([
      { term: 'Earshot', heard_as: ['ear shot'] },
      { term: 'Zürich', heard_as: [] },
    ])
  })

  test('voices are remembered once that is switched on, and forgotten one by one or all', async () => {
    await openSettings('Voices')
    await page.getByText('It contains no audio').waitFor()
    await page.getByRole('switch', { name: 'Remember voices' }).click()
    await save()
    const second = await givenCall(ui.app, projectId)
    const speakers = `/v1/projects/${projectId}/content/${second}/transcript/speakers`
    for (const [id, name] of [
      ['speaker_1', 'Mary'],
      ['speaker_2', 'Paul'],
    ]) {
      await ui.app.call('PATCH', `${speakers}/${id}`, { body: { name } })
    }
    await openSettings('Voices')
    const voices = page.getByRole('list', { name: 'Remembered voices' })
    await voices.getByText('Mary').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget Mary' }).click()
    await voices.getByText('Mary').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Forget all' }).click()
    await page.getByRole('button', { name: 'Forget all voices' }).click()
    await page.getByText('No voices yet').waitFor()
    await page.getByRole('switch', { name: 'Remember voices' }).click()
    await page.getByText('Saving deletes all remembered voices').waitFor()
  })

  test('a recording is transcribed again in another language, paused and resumed', async () => {
    const settings = { language: 'de', translate_to_english: true }
    await ui.app.call('PATCH', `/v1/projects/${projectId}`, { body: { settings } })
    isHeld = true
    await ui.go(recordingPlace(projectId, contentId))
    await page.getByRole('button', { name: 'Transcribe again…' }).click()
    await page
      .getByText('Project setting: German')
      .or(page.getByPlaceholder(/German/))
      .waitFor()
    // Also where the project says one, it can be detected instead.
    await page.getByRole('combobox', { name: 'Language spoken' }).fill('detect')
    await page.getByRole('option', { name: 'Detect the language' }).click()
    await page.getByRole('combobox', { name: 'Language spoken' }).fill('french')
    await page.getByRole('option', { name: 'French', exact: true }).click()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Transcribe again' }).click()
    await page.getByText(/^Transcribing/).waitFor()
    await page.getByText('the transcript below is the previous one').waitFor()
    expect(await page.getByRole('button', { name: /^Edit the line/ }).count()).toBe(0)
    await expect.poll(() => asked).toMatchObject({ language: 'fr', translateToEnglish: true })
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Pause', exact: true }).last().click()
    await page.getByText('Finished parts are kept').waitFor()
    expect(await violationsOf(page)).toEqual([])
    isHeld = false
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  })

  test('a cancelled one says so, keeps the transcript, and can be begun anew', async () => {
    isHeld = true
    const again = async () => {
      await page.getByRole('button', { name: 'Transcribe again…' }).last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Transcribe again' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await again()
    await page.getByText(/^Transcribing/).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText('The previous transcript stays.').waitFor()
    await page.getByRole('button', { name: 'Cancel transcription' }).click()
    await page.getByRole('heading', { name: 'The transcription was cancelled' }).waitFor()
    await page.getByText('Good morning').waitFor()
    expect(await violationsOf(page)).toEqual([])
    isHeld = false
    await again()
    await page.getByText('The transcription was cancelled').waitFor({ state: 'detached' })
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  })

  test('the page had nothing to complain about', () => {
    expect(ui.complaints).toEqual([])
  })
})
