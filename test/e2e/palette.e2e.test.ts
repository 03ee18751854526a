import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsByNight } from './violations.ts'

// The command palette and the search page, by keyboard.

const byNight = test.skipIf(!hasChromium || !isNightly)
let ui: Awaited<ReturnType<typeof openScriptedPage>>
const palette = () => ui.page.getByRole('dialog', { name: 'Search and commands' })
const option = (name: string | RegExp) => palette().getByRole('option', { name })
/** Types into the palette as a person does, from anywhere. */
const ask = async (words: string) => {
  await ui.page.keyboard.press('Control+k')
  await palette().getByRole('combobox').waitFor()
  await ui.page.keyboard.type(words)
}
/** Goes down to the option and takes it. */
const take = async (name: string | RegExp) => {
  await option(name).first().waitFor()
  // What is still to come may stand before it.
  await palette().locator('[role=listbox][aria-busy=false]').waitFor()
  const chosen = palette().locator('[role=option][aria-selected=true]')
  for (let at = 0; at < 40; at += 1) {
    const id = await option(name).first().getAttribute('id')
    if ((await chosen.getAttribute('id')) === id) break
    await ui.page.keyboard.press('ArrowDown')
  }
  await ui.page.keyboard.press('Enter')
}

beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({ transcriber: scriptedTranscriber(async () => conversation()) })
  const project = await givenProject(ui.app, { name: 'Sales calls' })
  const contentId = await givenCall(ui.app, project.id)
  const speaker = `/v1/projects/${project.id}/content/${contentId}/transcript/speakers/speaker_2`
  await ui.app.call('PATCH', speaker, { body: { name: 'Mary Ann' } })
})
afterAll(() => ui?.stop())

test.skipIf(!hasChromium)('words that were said are found, and their moment plays', async () => {
  await ask('roll out begin')
  await option(/Shall we begin with the roll out/).waitFor()
  await palette()
    .getByRole('status')
    .getByText(/\d results/)
    .waitFor()
  await take(/Shall we begin with the roll out/)
  await ui.page.getByRole('heading', { level: 1, name: 'Call with Mary' }).waitFor()
  const media = ui.page.locator('audio, video').first()
  await expect
    .poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime))
    .toBeGreaterThan(6.6)
})

byNight('a name with a slip is found; what was open last comes first', async () => {
  await ui.go('/webhooks')
  await ui.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await ui.page.keyboard.press('Control+k')
  await palette()
    .getByRole('group', { name: 'Recently opened' })
    .getByRole('option')
    .first()
    .waitFor()
  expect(await violationsByNight(ui.page)).toEqual([])
  await ui.page.keyboard.type('cal wiht mray')
  await option(/Call with Mary/).waitFor()
  expect(await violationsByNight(ui.page)).toEqual([])
  await take(/Call with Mary/)
  await ui.page.getByRole('heading', { level: 1, name: 'Call with Mary' }).waitFor()
})

test.skipIf(!hasChromium)('what nobody said says so; all results have their page', async () => {
  await ask('zebra')
  await palette().getByText('nobody said it').waitFor()
  expect(await violationsByNight(ui.page)).toEqual([])
  await ui.page.keyboard.press('Escape')
  await palette().waitFor({ state: 'detached' })
  await ask('contract')
  await take('All results for “contract”')
  await ui.page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await ui.page.getByRole('link', { name: /Play from 0:12/ }).waitFor()
  expect(await violationsByNight(ui.page)).toEqual([])
  await ui.page.getByRole('button', { name: 'Filter' }).click()
  await ui.page.getByLabel('State').selectOption('Failed')
  await ui.page.getByRole('heading', { name: 'Nothing found for “contract”' }).waitFor()
  await ui.page.getByRole('button', { name: 'Search everywhere' }).click()
  await ui.page.getByRole('link', { name: /Play from 0:12/ }).waitFor()
})

byNight('what one speaker said is found from anywhere', async () => {
  const { page } = ui
  await ask('mary a')
  await take(/Mary Ann.*search only what Mary Ann said/)
  await palette().getByText('Type what Mary Ann said.').waitFor()
  await page.keyboard.type('Monday')
  // The other one said it.
  await palette().getByText('nobody said it').waitFor()
  for (let left = 'Monday'.length; left > 0; left -= 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('Friday')
  await option(/I will send it on Friday/).waitFor()
  expect(await violationsByNight(page)).toEqual([])
  await photographPage(page, 'palette-speaker')
  await take('All results for “Friday”')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await page.getByRole('link', { name: /I will send it on Friday/ }).waitFor()
  await page.getByRole('button', { name: 'One filter' }).click()
  const speaker = page.getByRole('combobox', { name: 'Speaker' })
  expect(await speaker.inputValue()).toBe('Mary Ann')
  expect(await violationsByNight(page)).toEqual([])
  await speaker.click()
  await page.getByRole('option', { name: 'Mary Ann' }).waitFor()
  expect(await violationsByNight(page)).toEqual([])
  await photographPage(page, 'search-speaker')
  await speaker.fill('zzz')
  await page.getByText('No speaker with this name').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Words').fill('Monday')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nothing found for “Monday”' }).waitFor()
  await page.getByRole('button', { name: 'Search everywhere' }).click()
  await page.getByRole('link', { name: /Then we can begin on Monday/ }).waitFor()
})

test.skipIf(!hasChromium)('actions and settings are done from anywhere', async () => {
  await ui.go('/prompts')
  await ui.page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor()
  ui.complaints.splice(0)
  await ask('switch dark')
  await take('Switch to dark')
  await ui.page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await ask('new project')
  await take('New project')
  await ui.page.getByRole('dialog', { name: 'New project' }).waitFor()
  await ui.page.keyboard.press('Escape')
  await ui.page.getByRole('dialog').waitFor({ state: 'detached' })
  await ask('language deutsch')
  await take('Language: Deutsch')
  await ui.page.locator('html[lang=de]').waitFor()
  await ui.page.keyboard.press('Control+k')
  const german = ui.page.getByRole('dialog', { name: 'Suchen und ausführen' })
  await german.getByRole('group', { name: 'Aktionen' }).waitFor()
  await german.getByRole('option', { name: 'Sprache: English' }).click()
  await ui.page.locator('html[lang=en]').waitFor()
  expect(ui.complaints).toEqual([])
})

byNight('what is typed before the palette is there is not lost', async () => {
  const page = await ui.context.newPage()
  const isTyped = Promise.withResolvers<void>()
  await page.route(/palette[^/]*\.js/, async (route) => {
    await isTyped.promise
    await route.continue()
  })
  await page.goto(`${ui.app.baseUrl}/app/#token=${ui.app.sessionToken}`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cont')
  isTyped.resolve()
  await page.getByRole('combobox').waitFor()
  expect(await page.getByRole('combobox').inputValue()).toBe('cont')
  await page.close()
})
