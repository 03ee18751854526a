import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { violationsByNight } from './violations.ts'
import { givenCall, openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'

const byNight = test.skipIf(!isNightly)

describe.skipIf(!hasChromium)('a transcript is corrected on the page', () => {
  let ui: ScriptedPage
  let page: Page
  let projectId = ''
  let contentId = ''
  const path = () => `/v1/projects/${projectId}/content/${contentId}/transcript`
  const stored = async () => (await ui.app.call('GET', path())).body.data
  const textAt = async (index: number) => (await stored()).segments[index].text
  const segmentTexts = async (): Promise<string[]> =>
    (await stored()).segments.map(({ text }: { text: string }) => text)
  const row = (text: string) => page.getByRole('group').filter({ hasText: text })

  beforeAll(async () => {
    const transcriber = scriptedTranscriber(async () => conversation())
    ui = await openScriptedPage({ transcriber })
    page = ui.page
    const prompt = await ui.app.call('POST', '/v1/prompts', { body: summaryPrompt })
    const settings = { voice_memory: true, default_prompt_id: prompt.body.data.id }
    projectId = (await givenProject(ui.app, { settings })).id
    contentId = await givenCall(ui.app, projectId)
    await ui.go(recordingPlace(projectId, contentId))
    await page.getByText('Good morning').waitFor()
  })
  afterAll(() => ui?.stop())

  byNight(
    'words that the engine was not sure of are marked, until that is switched off',
    async () => {
      const word = page.getByTitle('Uncertain word')
      expect(await word.innerText()).toBe('Cubernetes?')
      expect(await word.evaluate((it) => getComputedStyle(it).textDecorationStyle)).toBe('dotted')
      await page.getByRole('switch', { name: 'Uncertain words (1)' }).click()
      await word.waitFor({ state: 'detached' })
      await page.getByRole('switch', { name: 'Uncertain words (1)' }).click()
      await word.waitFor()
      expect(await violationsByNight(page)).toEqual([])
    },
  )

  test('a double click edits a line at the word; Enter saves, and the line has the focus', async () => {
    await page.getByText('Cubernetes?').dblclick()
    const field = page.getByRole('textbox', { name: 'Text at 0:06' })
    await expect.poll(() => selection(page)).toBe('Cubernetes?')
    expect(await violationsByNight(page)).toEqual([])
    await page.keyboard.type('Kubernetes?')
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'detached' })
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await textAt(1)).toBe('Shall we begin with the roll out on Kubernetes?')
    await expect.poll(() => focusedName(page)).toBe('Speaker 1, 0:06')
    await page.getByText('Edited', { exact: true }).waitFor()
    await expect.poll(() => said(page)).toBe('Text saved')
  })

  test('Escape gives up; the keyboard alone goes to a line, edits it, and undoes that', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedName(page)).toBe('Speaker 2, 0:18')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' Not this.')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Speaker 2, 0:18')
    expect(await row('I will send it').innerText()).not.toContain('Not this.')
    await page.keyboard.press('F2')
    await page.keyboard.type(' Surely.')
    await page.keyboard.press('Enter')
    // Only what the page knows to be saved can be undone.
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await textAt(3)).toBe('I will send it on Friday. Surely.')
    await page.keyboard.press('Control+z')
    await expect.poll(() => textAt(3)).toBe('I will send it on Friday.')
    await expect.poll(() => said(page)).toBe('Last change undone')
    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await expect.poll(() => textAt(1)).toContain('Cubernetes?')
  })

  byNight('a refusal keeps what was typed, at its line, and says what to do', async () => {
    await page.route('**/segments/**', (route) => route.abort())
    try {
      await page.getByText('Then we can begin').dblclick()
      await page.keyboard.press('End')
      await page.keyboard.type(' At nine.')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Try again when it is back' }).waitFor()
      const field = page.getByRole('textbox', { name: 'Text at 0:24' })
      expect(await field.inputValue()).toBe('Then we can begin on Monday. At nine.')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await textAt(4)).toBe('Then we can begin on Monday.')
    } finally {
      await page.unroute('**/segments/**')
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => textAt(4)).toBe('Then we can begin on Monday. At nine.')
    ui.complaints.splice(0)
  })

  byNight('an empty line is removed after a question', async () => {
    await page.getByText('Agreed. I will').dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Remove this line?' }).waitFor()
    await page.getByRole('button', { name: 'Remove line' }).click()
    await row('Agreed. I will').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored()).segments.length).toBe(5)
  })

  byNight('the menu of a speaker opens by a key, and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Speaker 1', exact: true }).first()
    expect(await button.getAttribute('aria-haspopup')).toBe('menu')
    for (const time of ['first', 'second']) {
      await button.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Play from 0:00' }).waitFor()
      expect(await button.getAttribute('aria-expanded'), time).toBe('true')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expect
        .poll(() => button.evaluate((it) => it === document.activeElement), { message: time })
        .toBe(true)
    }
  })

  test('a speaker is renamed everywhere; a name that is taken offers to merge', async () => {
    await openMenu(page, 'Speaker 1')
    expect(await violationsByNight(page)).toEqual([])
    await choose(page, 'Rename…')
    await page.getByRole('combobox', { name: 'Name' }).fill('Mary')
    expect(await violationsByNight(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Mary', exact: true }).count()).toBe(2)
    await expect.poll(() => focusedName(page)).toBe('Mary, 0:00')
    await openMenu(page, 'Speaker 2')
    await choose(page, 'Rename…')
    await page.getByRole('combobox', { name: 'Name' }).fill('mary')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Merge into Mary' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored()).speakers.length).toBe(1)
    expect(ui.complaints.splice(0).every((text) => text.includes('409'))).toBe(true)
    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await expect.poll(async () => (await stored()).speakers.length).toBe(2)
  })

  byNight('a line goes to somebody else, and chosen lines to a new speaker', async () => {
    await row('Shall we begin').hover()
    await page.getByRole('button', { name: 'Mary said the line at 0:06' }).click()
    await choose(page, 'Somebody else…')
    await page.getByRole('combobox', { name: 'Name' }).fill('Paul')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Paul', exact: true }).waitFor()
    await openMenu(page, 'Mary')
    await choose(page, 'Move some lines to another speaker…')
    expect(await violationsByNight(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Name of the new speaker' }).fill('Anna')
    await page.getByRole('button', { name: 'Make a new speaker' }).click()
    await page.getByRole('button', { name: 'Anna', exact: true }).waitFor()
    const names = (await stored()).segments.map(({ speaker }: { speaker: string }) => speaker)
    expect(names.slice(0, 2)).toEqual(['Anna', 'Paul'])
  })

  byNight('a line of two speakers is split at the word where the second begins', async () => {
    const { speaker } = (await stored()).segments[2]
    await page.getByText('signed.').dblclick()
    await expect.poll(() => selection(page)).toBe('signed.')
    await page.keyboard.press('Home')
    const split = page.getByRole('button', { name: 'Split here' })
    await expect.poll(() => split.isDisabled()).toBe(true)
    for (let at = 0; at < 'Yes. '.length; at++) await page.keyboard.press('ArrowRight')
    await split.click()
    await page.getByText('From “The” on, it was said by').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await choose(page, 'Mary')
    await row('The cluster is ready, but').waitFor()
    await expect.poll(() => segmentTexts()).toContain('Yes.')
    const at = (await segmentTexts()).indexOf('Yes.')
    const [first, second] = (await stored()).segments.slice(at)
    expect(first).toMatchObject({ text: 'Yes.', speaker })
    expect(second).toMatchObject({
      text: 'The cluster is ready, but the contract is not signed.',
      speaker: 'Mary',
    })
    await expect.poll(() => focusedName(page)).toBe(`${speaker}, 0:12`)
    await expect.poll(() => said(page)).toBe('Line split in two')
  })

  byNight('speakers are merged by choice', async () => {
    await openMenu(page, 'Anna')
    await choose(page, 'Is the same person as…')
    const dialog = page.getByRole('dialog', { name: 'Who is Anna really?' })
    await dialog.getByLabel(/^Mary/).check()
    expect(await violationsByNight(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('button', { name: 'Anna', exact: true }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored()).segments[0].speaker).toBe('Mary')
  })

  byNight('the machine’s version is read, searched, and restored', async () => {
    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions of this transcript' })
    await dialog.getByText('Edited by').first().waitFor()
    await dialog.getByText('Transcript by scripted-transcriber').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Read version 1' }).click()
    await page.getByText('You are reading version 1.').waitFor()
    await page.getByText('Agreed. I will tell the others.').waitFor()
    expect(await page.getByRole('button', { name: /^Edit the line/ }).count()).toBe(0)
    expect(await violationsByNight(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('You are reading').waitFor({ state: 'detached' })
    await page.getByText('Restored', { exact: true }).waitFor()
    expect(await stored()).toMatchObject({ origin: 'restored', based_on: 1 })
    expect((await stored()).segments).toHaveLength(6)
    expect(await page.getByRole('button', { name: 'Undo the last change' }).isDisabled()).toBe(true)
  })

  test('it is exported as a file of every kind, and copied; no key is in an address', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const download = async (item: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item, exact: true }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const text = await download('Plain text')
    expect(text.name).toBe('Call with Mary.txt')
    expect(text.bytes.toString()).toContain('I will send it on Friday.')
    const subtitles = await download('Subtitles, WebVTT')
    expect(subtitles.bytes.toString()).toMatch(/^WEBVTT/)
    const word = await download('Word')
    expect(word.name).toBe('Call with Mary.docx')
    expect(word.bytes.subarray(0, 2).toString()).toBe('PK')
    const json = await download('JSON, with every word')
    expect(json.name).toBe('Call with Mary.json')
    expect(JSON.parse(json.bytes.toString())).toMatchObject({ segments: { length: 6 } })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Copy as text' }).click()
    await expect.poll(() => said(page)).toBe('Transcript copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('Good morning')
    expect(asked.filter((url) => url.includes(ui.app.sessionToken))).toEqual([])
  })

  byNight('an analysis of an older version says so, and is made again', async () => {
    const panel = page.getByRole('region', { name: 'Analysis' })
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByText('Answered by').waitFor()
    await page.getByText('Good morning').dblclick()
    await page.keyboard.press('End')
    await page.keyboard.type(' Really.')
    await page.keyboard.press('Enter')
    await panel.getByText('Made from an older version of the transcript').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await panel.getByRole('button', { name: 'Analyse again' }).click()
    await panel.getByText('Made from an older version').waitFor({ state: 'detached' })
  })

  byNight('a voice that was named is proposed in the next recording', async () => {
    await openMenu(page, 'Speaker 1')
    await choose(page, 'Rename…')
    await page.getByRole('combobox', { name: 'Name' }).fill('Mary')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const next = await givenCall(ui.app, projectId)
    await ui.open(recordingPlace(projectId, next))
    await page.getByText('Sounds like Mary').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.getByRole('button', { name: 'Accept Mary for Speaker 1' }).click()
    await page.getByRole('button', { name: 'Mary', exact: true }).first().waitFor()
    await page.getByText('Sounds like Mary').waitFor({ state: 'detached' })
  })

  byNight(
    'another program’s transcript of the recording becomes a version; one of another does not',
    async () => {
      await page.getByRole('button', { name: 'Versions' }).click()
      const dialog = page.getByRole('dialog', { name: 'Versions of this transcript' })
      const choose = (text: string) =>
        dialog.getByLabel('A transcript file of this recording').setInputFiles({
          name: 'zoom.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from(text),
        })
      await choose(`Guide: ${'A lighthouse stands far out among rocks and seals. '.repeat(4)}`)
      await dialog.getByText('Hardly a word of this file was heard').waitFor()
      expect(await violationsByNight(page)).toEqual([])
      ui.complaints.splice(0)
      await choose(fromZoom)
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('the rollout on Kubernetes').waitFor()
      await page.getByRole('button', { name: 'Priya', exact: true }).first().waitFor()
      await page.getByText('Imported', { exact: true }).first().waitFor()
    },
  )

  test('the page had nothing to complain about', () => {
    expect(ui.complaints).toEqual([])
  })
})

const fromZoom = [
  'Priya: Good morning and thank you for taking the time. Shall we begin with the rollout on Kubernetes?',
  'Tom: Yes. The cluster is ready but the contract is not signed. I will send it on Friday.',
  'Priya: Then we can begin on Monday.',
  'Tom: Agreed. I will tell the others.',
].join('\n')

/** What the scripted writer answers to. */
const summaryPrompt = {
  name: 'Summary',
  template: 'Summarize {{transcript}}',
  output_schema: {
    type: 'object',
    properties: { summary: { type: 'string' } },
    required: ['summary'],
    additionalProperties: false,
  },
}

const openMenu = (page: Page, speaker: string) =>
  page.getByRole('button', { name: speaker, exact: true }).first().click()

const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)

const selection = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) return ''
    return field.value.slice(field.selectionStart, field.selectionEnd)
  })

/** What screen readers were told last. */
const said = (page: Page): Promise<string> => page.locator('#announcements').innerText()
