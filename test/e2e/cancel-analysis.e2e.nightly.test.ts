import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedWriter, untilAborted, written } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// An analysis that is being written is cancelled in the queue and on its recording's page.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
let isQuick = false
const minutes = {
  summary: 'Mary sends the contract on Friday.',
  sentiment: 'positive',
  key_topics: ['Contract'],
  action_items: ['Send the contract (Mary, Friday)'],
  decisions: [],
  questions: [],
}
let projectId = ''
let contentId = ''
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    writer: scriptedWriter(async (_request, { signal, onProgress }) => {
      if (isQuick) return written(minutes)
      onProgress(0.3)
      return untilAborted(signal)
    }),
  })
  projectId = (await givenProject(ui.app, { name: 'Sales calls' })).id
  contentId = await givenCall(ui.app, projectId)
})
afterAll(() => ui?.stop())

const analyze = () =>
  ui.app.call('POST', `/v1/projects/${projectId}/content/${contentId}/analyze`, {
    body: { force_new: true },
  })
const states = async () => {
  const { body } = await ui.app.call('GET', '/v1/analyses')
  return body.data.map(({ status }: { status: string }) => status)
}

test.skipIf(!hasChromium)('the queue cancels one at work and one that waits', async () => {
  await analyze()
  await analyze()
  await ui.open('/queue')
  const list = ui.page.getByRole('region', { name: 'Being analysed' })
  const cancel = list.getByRole('button', { name: 'Cancel Meeting of Call with Mary' })
  await cancel.nth(1).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photographPage(ui.page, 'queue-analyses')
  await cancel.nth(1).click()
  await list.getByText('Waiting').waitFor({ state: 'detached' })
  expect(await states()).toEqual(['failed', 'processing'])
  await cancel.click()
  await ui.page.getByText('Nothing in progress').waitFor()
  expect(await states()).toEqual(['failed', 'failed'])
})

test.skipIf(!hasChromium)('the page of the recording cancels its own', async () => {
  await ui.open(recordingPlace(projectId, contentId))
  await ui.page.getByRole('button', { name: 'Run again' }).click()
  const cancel = ui.page.getByRole('button', { name: 'Cancel the analysis' })
  await cancel.waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photographPage(ui.page, 'recording-analysis-at-work')
  await cancel.click()
  await ui.page.getByRole('heading', { name: 'The analysis was cancelled' }).waitFor()
  expect(await states()).toEqual(['failed', 'failed', 'failed'])
})

test.skipIf(!hasChromium)('a result stays in sight when a later run is cancelled', async () => {
  const { page } = ui
  isQuick = true
  await page.getByRole('button', { name: 'Try again' }).click()
  const result = page.getByText('Mary sends the contract on Friday.')
  await result.waitFor()
  isQuick = false
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByText(/^You are seeing the last result: version 4 from /).waitFor()
  await result.waitFor()
  await photographPage(page, 'recording-analysis-again')
  await page.getByRole('button', { name: 'Cancel the analysis' }).click()
  await page.getByText('The last run was cancelled.').waitFor()
  await result.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await photographPage(page, 'recording-analysis-kept')
  isQuick = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The last run was cancelled.').waitFor({ state: 'detached' })
  await page.getByText(/version 6$/).waitFor()
  expect(ui.complaints).toEqual([])
})
