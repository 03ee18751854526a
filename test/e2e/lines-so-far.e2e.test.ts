import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../service/core/time.ts'
import type { PartialLines } from '../../service/engine/engine.ts'
import { longConversation } from '../support/conversation.ts'
import { scriptedTranscriber, untilAborted } from '../support/engine.ts'
import { givenProject, givenUpload } from '../support/factory.ts'
import { openScriptedPage, recordingPlace, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// A long recording is read while the rest of it is transcribed.

/** Six seconds a line. */
const block = (position: number, count: number): PartialLines => {
  const { segments, ...call } = longConversation((position + 1) * count)
  return { ...call, position, segments: segments.slice(position * count) }
}

describe.skipIf(!hasChromium)('lines so far', () => {
  let ui: ScriptedPage
  let page: Page
  let nextBlock = () => {}
  let aheadMs = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }
  beforeAll(async () => {
    const isWanted = new Promise<void>((resolve) => (nextBlock = resolve))
    const transcriber = scriptedTranscriber(async (_request, { onLines, signal }) => {
      await onLines?.(block(0, 10))
      await isWanted
      await onLines?.(block(1, 10))
      return untilAborted(signal)
    })
    ui = await openScriptedPage({ transcriber, clock })
    page = ui.page
  })
  afterAll(() => ui?.stop())

  test('they are on the page as they come, read only, and everybody can use it', async () => {
    const { id } = await givenProject(ui.app)
    const recording = await givenUpload(ui.app, id)
    await ui.app.call('POST', `/v1/projects/${id}/content/${recording}/upload-complete`)
    await ui.open(recordingPlace(id, recording))
    const lines = page.getByRole('region', { name: /^What was said until/ })
    const told = () => lines.getByRole('heading', { name: /^What was said/ }).textContent()
    await lines.waitFor()
    expect(await told()).toBe('What was said until 1:00')
    await page.getByText('Spellings and speakers can still change').waitFor()
    expect(await lines.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    // Lines are told of at most once in two seconds (api-choices.md 28).
    aheadMs = 2_000
    nextBlock()
    await expect.poll(told, { timeout: 10_000 }).toBe('What was said until 2:00')
  })
})
