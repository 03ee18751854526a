import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedTranscriber, spoken, untilAborted } from '../support/engine.ts'
import { givenProject, givenRecording, givenUpload } from '../support/factory.ts'
import { photographPage } from './photograph-page.ts'
import { openScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// What waits is put in order and held by a person; the batch of an upload is counted whole.

let ui: Awaited<ReturnType<typeof openScriptedPage>>
let isQuick = true
let projectId = ''
beforeAll(async () => {
  if (!hasChromium) return
  ui = await openScriptedPage({
    transcriber: scriptedTranscriber(async (_request, { signal, onProgress }) => {
      if (isQuick) {
        await setTimeout(50)
        return spoken()
      }
      // Progress within the first half second is not stored.
      const timer = globalThis.setTimeout(onProgress, 600, 0.3)
      return untilAborted(signal).finally(() => clearTimeout(timer))
    }),
  })
  projectId = (await givenProject(ui.app, { name: 'Sales calls' })).id
  await givenRecording(ui.app, projectId, { filename: 'Yesterday.wav' })
  isQuick = false
})
afterAll(() => ui?.stop())

const add = async (filename: string): Promise<void> => {
  // A thousand times as long as the one of yesterday, which took no second.
  const id = await givenUpload(ui.app, projectId, { filename, bytes: new Uint8Array(19_000) })
  await ui.app.call('POST', `/v1/projects/${projectId}/content/${id}/upload-complete`)
}
const work = () => ui.page.getByRole('region', { name: 'Recordings in progress' })
const names = () =>
  work()
    .getByRole('listitem')
    .getByRole('link', { name: /^(Planning|Interview|Review|Budget)$/ })
    .allInnerTexts()

async function photograph(name: string): Promise<void> {
  for (const width of [1280, 390, 1920]) {
    await ui.page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await photographPage(ui.page, `${name}-${width}`)
  }
  await ui.page.setViewportSize({ width: 1280, height: 800 })
}

describe.skipIf(!hasChromium)('the queue', () => {
  test('is shown in its order, and does next what a person says', async () => {
    for (const name of ['Planning.wav', 'Interview.wav', 'Review.wav', 'Budget.wav']) {
      await add(name)
    }
    await ui.open('/queue')
    await work().getByText('Transcribing, 30 %').waitFor()
    expect(await names()).toEqual(['Planning', 'Interview', 'Review', 'Budget'])
    await ui.page.getByText(/^4 recordings · about .+ left$/).waitFor()
    expect(await violationsOf(ui.page)).toEqual([])
    await photograph('queue')
    // Neither what is at work nor what is next anyway.
    expect(
      await work()
        .getByRole('button', { name: /^Do next/ })
        .count(),
    ).toBe(2)
    await work().getByRole('button', { name: 'Do next: Budget' }).click()
    await expect.poll(names).toEqual(['Planning', 'Budget', 'Interview', 'Review'])
  })

  test('is paused as a whole, says so after a reload and on a recording, and goes on', async () => {
    await ui.page.getByRole('button', { name: 'Pause all' }).click()
    const note = ui.page.getByRole('region', { name: 'Everything is paused' })
    await note.getByText('New recordings and analyses wait too').waitFor()
    await work().getByText('Transcribing').waitFor({ state: 'detached' })
    expect(await work().getByText('Queued').count()).toBe(4)
    expect(await ui.page.getByRole('button', { name: 'Pause all' }).count()).toBe(0)
    await ui.open('/queue')
    await note.waitFor()
    expect(await violationsOf(ui.page)).toEqual([])
    await photograph('queue-paused')
    await work().getByRole('link', { name: 'Review' }).click()
    await ui.page.getByText('Everything is paused. Resume it in the queue.').waitFor()
    await ui.go('/queue')
    isQuick = true
    await ui.page.getByRole('button', { name: 'Resume all' }).click()
    await ui.page.getByText('Nothing in progress').waitFor()
    expect(await note.count()).toBe(0)
  })

  test('the badge counts all files of a batch, those that have arrived too', async () => {
    const held: (() => void)[] = []
    await ui.page.route('**/v1/uploads/**', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await ui.go(`/projects/${projectId}`)
    const files = Array.from({ length: 5 }, (_, at) => ({
      name: `part ${at}.wav`,
      mimeType: 'audio/wav',
      buffer: Buffer.from(`some bytes ${at}`),
    }))
    await ui.page.locator('input[type=file]').first().setInputFiles(files)
    await ui.page.getByText('0 of 5 files uploaded, 0 %').waitFor()
    await expect.poll(() => held.length).toBe(3)
    for (const release of held.splice(0, 2)) release()
    await ui.page.getByText('2 of 5 files uploaded, 40 %').waitFor()
    await expect.poll(() => held.length).toBe(3)
    for (const release of held.splice(0)) release()
    await ui.page.getByText(/of 5 files uploaded/).waitFor({ state: 'detached' })
    await ui.page.unrouteAll()
  })

  test('the page had nothing to complain about', () => {
    expect(ui.complaints).toEqual([])
  })
})
