import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedWriter, untilAborted } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, hasChromium, openScriptedPage, recordingPlace } from './scripted-page.ts'
import { violationsOf } from './violations.ts'

// An analysis that is being written is cancelled in the queue and on its recording's page.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
let projectId = ''
let contentId = ''
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    writer: scriptedWriter(async (_request, { signal, onProgress }) => {
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
  const cancel = list.getByRole('button', { name: 'Cancel Meeting of Call with Mary.mp3' })
  await cancel.nth(1).waitFor()
  expect(await violationsOf(ui.page)).toEqual([])
  await photographPage(ui.page, 'queue-analyses')
  await cancel.nth(1).click()
  await list.getByText('Waits').waitFor({ state: 'detached' })
  expect(await states()).toEqual(['failed', 'processing'])
  await cancel.click()
  await ui.page.getByText('Nothing is in work').waitFor()
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
  expect(ui.complaints).toEqual([])
})
