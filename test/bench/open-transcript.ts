// How long a transcript of three hours takes to open in the real page: by its address, from the moment
// its data has come, and by a click in the library, from the click, with all that the service does for
// it: `npx node test/bench/open-transcript.ts [times]`.
import { openScriptedPage, recordingPlace } from '../e2e/scripted-page.ts'
import { longConversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import { addLimit, add, median, printRows, quantile } from './report.ts'

/** Six seconds and sixteen words each: three hours, 28,800 words. */
const lines = 1_800
const limitMs = 300
const peaks = Array.from({ length: 4_000 }, (_, at) => (at * 37) % 101)
const drawn = { secondsPerPeak: 2.7, peaks: [peaks], quiet: [] }

type Opening = { bytes: number; wordsMs: number; readyMs: number; longestMs: number }

/**
 * Runs in the page before anything else: notes when the recording was clicked, when it has come as
 * bytes, when its first line is painted, and the long tasks.
 */
function watch(): void {
  const found = { bytes: 0, clickedAt: 0, cameAt: 0, wordsAt: 0, tasks: [] as [number, number][] }
  Object.assign(globalThis, { found })
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (...request) => {
    const response = await ask(...request)
    if (!/\/content\/cont_\w+(\?|$)/.test(response.url) || found.cameAt > 0) return response
    const body = await response.arrayBuffer()
    found.bytes = body.byteLength
    found.cameAt = performance.now()
    return new Response(body, response)
  }
  // The last one: what opened it.
  const onClick = () => (found.clickedAt = performance.now())
  addEventListener('click', onClick, { capture: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) found.tasks.push([startTime, duration])
  }).observe({ type: 'longtask' })
  const look = () => {
    if (found.cameAt === 0 || !document.querySelector('[data-segment]')) {
      requestAnimationFrame(look)
      return
    }
    // What a frame callback schedules comes after that frame was painted.
    setTimeout(() => {
      found.wordsAt = performance.now()
    })
  }
  requestAnimationFrame(look)
}

type Page = Awaited<ReturnType<typeof openScriptedPage>>['page']

async function readOpening(page: Page): Promise<Opening> {
  await page.locator('[data-segment]').first().waitFor()
  // Long enough for what the first words set off.
  await page.waitForTimeout(2_000)
  return page.evaluate((): Opening => {
    // What `watch` left there.
    const { found } = globalThis as unknown as { found: Found }
    const { bytes, clickedAt, cameAt, wordsAt, tasks } = found
    const from = clickedAt || cameAt
    const after = tasks.filter(([start, length]) => start + length > from)
    const busyUntil = Math.max(wordsAt, ...after.map(([start, length]) => start + length))
    const longestMs = Math.max(0, ...after.map(([, length]) => length))
    return { bytes, wordsMs: wordsAt - from, readyMs: busyUntil - from, longestMs }
  })
}

type Found = {
  bytes: number
  clickedAt: number
  cameAt: number
  wordsAt: number
  tasks: [number, number][]
}

function addRows(how: string, openings: readonly Opening[]): void {
  const inMs = (value: number) => `${Math.round(value)} ms`
  const ready = openings.map(({ readyMs }) => readyMs)
  const words = openings.map(({ wordsMs }) => wordsMs)
  add(`${how}: first words painted, median`, inMs(median(words)))
  addLimit(`${how}: can be used, median`, median(ready), limitMs, inMs)
  add(`${how}: can be used, slowest`, inMs(quantile(ready, 1)))
  add(`${how}: longest task, median`, inMs(median(openings.map(({ longestMs }) => longestMs))))
}

const ui = await openScriptedPage({
  transcriber: scriptedTranscriber(async (_request, options) => {
    await options.onWaveform?.(drawn)
    return longConversation(lines)
  }),
})
try {
  const { id } = await givenProject(ui.app)
  const contentId = await givenRecording(ui.app, id)
  await ui.page.addInitScript(watch)
  const byAddress: Opening[] = []
  const byClick: Opening[] = []
  for (let time = 0; time < Number(process.argv[2] ?? 7); time += 1) {
    await ui.open(recordingPlace(id, contentId))
    byAddress.push(await readOpening(ui.page))
    await ui.open(`/projects/${id}`)
    const link = ui.page.locator(`main a[href*="${contentId}"]`)
    await link.waitFor()
    // Nobody clicks in the moment a screen opens: it has fetched what comes next by then.
    await ui.page.waitForTimeout(2_000)
    await link.click()
    byClick.push(await readOpening(ui.page))
  }
  add('transcript of three hours', `${Math.round((byAddress[0]?.bytes ?? 0) / 1_000)} kB`)
  addRows('by its address, from its data', byAddress)
  addRows('by a click, from the click', byClick)
  printRows()
} finally {
  await ui.stop()
}
