import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { isNightly } from '../support/nightly.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsByNight } from './violations.ts'

// A question asked on the page of a project and, by night, on that of a recording; its other ends with each change:
// renderer/screens/insights.test.tsx.

const byNight = test.skipIf(!isNightly)

const question = 'When do we send the contract?'
const answer = 'I will send it on Friday.'

describe.skipIf(!hasChromium)('a question', () => {
  let ui: Awaited<ReturnType<typeof openScriptedPage>>
  let projectId: string
  let callId: string
  beforeAll(async () => {
    ui = await openScriptedPage({
      transcriber: scriptedTranscriber(async () => conversation()),
      writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
    })
    ;({ id: projectId } = await givenProject(ui.app, {}))
    callId = await givenCall(ui.app, projectId)
  })
  afterAll(() => ui?.stop())

  const box = () => ui.page.getByRole('region', { name: /^Ask th/ })
  const announcement = (hasText: string) =>
    ui.page.locator('#announcements', { hasText }).waitFor({ state: 'attached' })

  test('is answered by keyboard, with quotes that open the recording at their moment', async () => {
    await ui.go(`/projects/${projectId}`)
    await ui.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await box().getByLabel('Question').fill(question)
    await ui.page.keyboard.press('Enter')
    const quote = box().getByRole('list', { name: 'Quotes' }).getByRole('listitem').first()
    await quote.waitFor()
    expect(await quote.innerText()).toContain(answer)
    expect(await quote.innerText()).toContain('Call with Mary, 0:18')
    expect(await quote.innerText()).toContain('Speaker 2')
    await announcement(`${answer} 1 quote below.`)
    expect(await violationsByNight(ui.page)).toEqual([])

    await quote.getByRole('link').focus()
    await ui.page.keyboard.press('Enter')
    await ui.page.getByRole('heading', { level: 1, name: 'Call with Mary' }).waitFor()
    expect(ui.page.url()).toContain('at=18.5')
    expect(ui.complaints).toEqual([])
  })

  byNight('is answered on the page of a recording, which then goes there', async () => {
    await ui.go(recordingPlace(projectId, callId))
    await box().getByLabel('Question').fill('Who tells the others?')
    await box().getByRole('button', { name: 'Ask' }).click()
    await box().getByRole('link', { name: 'Play at 0:30' }).click()
    await ui.page.waitForURL(/at=30\.5/)
    expect(await violationsByNight(ui.page)).toEqual([])
  })

  byNight('that nobody answered says so, and what to try', async () => {
    await ui.go(`/projects/${projectId}`)
    await ui.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await box().getByLabel('Question').fill('Who paid for the elephants?')
    await ui.page.keyboard.press('Enter')
    await box().getByRole('heading', { name: 'Not found in these recordings' }).waitFor()
    await announcement('Not found in these recordings')
    expect(await violationsByNight(ui.page)).toEqual([])
    await box().getByRole('link', { name: 'Search for the words instead' }).click()
    await ui.page.getByRole('heading', { name: /Nothing found for/ }).waitFor()
  })

  byNight('without words is not sent', async () => {
    await ui.go(`/projects/${projectId}`)
    await ui.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await box().getByRole('button', { name: 'Ask', exact: true }).click()
    await box().getByText('Write a question first.').waitFor()
  })

  byNight('that failed can be asked again', async () => {
    await ui.go(`/projects/${projectId}`)
    await ui.page.route('**/ask', (route) => route.abort(), { times: 1 })
    await ui.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await box().getByLabel('Question').fill(question)
    await ui.page.keyboard.press('Enter')
    await box().getByRole('alert').waitFor()
    await box().getByRole('button', { name: 'Try again' }).click()
    await box().getByText(answer).first().waitFor()
    // The refused request itself is told to the console by the browser.
    const [refused, ...others] = ui.complaints
    expect(refused).toContain('ERR_FAILED')
    expect(others).toEqual([])
  })
})
