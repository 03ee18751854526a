import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartialLines, Transcription } from '../../service/engine/engine.ts'
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
  return { ...call, position, isWhole: true, segments: segments.slice(position * count) }
}

/** The beginning of the line at the upper edge of the list. */
function textAtTop(list: Element): string {
  const { top } = list.getBoundingClientRect()
  const rows = [...list.querySelectorAll('[data-index]')]
  const atTop = rows
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .toSorted((a, b) => a.box.top - b.box.top)
    .find(({ box }) => box.bottom > top + 1)
  return /This is line \d+/.exec(atTop?.row.textContent ?? '')?.[0] ?? ''
}

describe.skipIf(!hasChromium)('lines so far', () => {
  let ui: ScriptedPage
  let page: Page
  let blocks = [block(0, 10), block(1, 10)]
  let nextBlock = () => {}
  /** What it ends with; without it, it goes on. */
  let whole: Transcription | undefined
  let isNextWanted = new Promise<void>((resolve) => (nextBlock = resolve))
  beforeAll(async () => {
    const transcriber = scriptedTranscriber(async (_request, { onLines, signal }) => {
      const [first, next] = blocks
      if (first) await onLines?.(first)
      await isNextWanted
      if (next) await onLines?.(next)
      return whole ?? untilAborted(signal)
    })
    ui = await openScriptedPage({ transcriber })
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
    nextBlock()
    await expect.poll(told, { timeout: 10_000 }).toBe('What was said until 2:00')
    await ui.app.call('POST', `/v1/projects/${id}/content/${recording}/cancel`)
  })

  test('what is being read stays in its place while replies come in between', async () => {
    const { id } = await givenProject(ui.app)
    const recording = await givenUpload(ui.app, id)
    const call = block(0, 120)
    const oneSide = call.segments.filter(({ speaker }) => speaker === 0)
    blocks = [{ ...call, segments: oneSide, isWhole: false }, call]
    isNextWanted = new Promise<void>((resolve) => (nextBlock = resolve))
    await ui.app.call('POST', `/v1/projects/${id}/content/${recording}/upload-complete`)
    await ui.open(recordingPlace(id, recording))
    const lines = page.getByRole('region', { name: 'Transcript text' })
    await lines.hover()
    await page.mouse.wheel(0, 500)
    const top = async () => Math.round((await lines.boundingBox())?.y ?? 0)
    const topLine = () => lines.evaluate(textAtTop)
    await expect.poll(topLine).not.toBe('This is line 1')
    const read = lines.locator('[data-index]', { hasText: await topLine() }).first()
    const below = async () => Math.round((await read.boundingBox())?.y ?? 0) - (await top())
    const before = await below()
    nextBlock()
    await lines.getByText('Speaker 2').first().waitFor({ state: 'attached' })
    expect(Math.abs((await below()) - before)).toBeLessThanOrEqual(2)
    await ui.app.call('POST', `/v1/projects/${id}/content/${recording}/cancel`)
  })

  test('the whole transcript begins where the lines so far were read', async () => {
    const { id } = await givenProject(ui.app)
    const recording = await givenUpload(ui.app, id)
    whole = longConversation(120)
    blocks = [block(0, 120)]
    isNextWanted = new Promise<void>((resolve) => (nextBlock = resolve))
    await ui.app.call('POST', `/v1/projects/${id}/content/${recording}/upload-complete`)
    await ui.open(recordingPlace(id, recording))
    const lines = page.getByRole('region', { name: 'Transcript text' })
    const topLine = () => lines.evaluate(textAtTop)
    await lines.hover()
    await page.mouse.wheel(0, 1_000)
    await expect.poll(topLine).not.toBe('This is line 1')
    const lineNumber = async () => Number(/\d+/.exec(await topLine())?.[0])
    const read = await lineNumber()
    nextBlock()
    await page.getByRole('heading', { name: 'Transcript', exact: true }).waitFor()
    await expect.poll(async () => Math.abs((await lineNumber()) - read)).toBeLessThanOrEqual(1)
  })
})
