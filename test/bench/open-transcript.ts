// How long a transcript of three hours takes to open in the real page, from the moment its data has
// come: `node test/bench/open-transcript.ts [times]`.
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

type Opening = { bytes: number; wordsMs: number; readyMs: number }

/**
 * Runs in the page before anything else: notes when the recording has come as bytes, when its first
 * line is painted, and when the last long task after it ends.
 */
function watch(): void {
  const found = { bytes: 0, cameAt: 0, wordsAt: 0, busyUntil: 0 }
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
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      found.busyUntil = Math.max(found.busyUntil, startTime + duration)
    }
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

async function open(page: Page, address: (place: string) => Promise<void>, place: string) {
  await address(place)
  await page.locator('[data-segment]').first().waitFor()
  // Long enough for what the first words set off.
  await page.waitForTimeout(2_000)
  return page.evaluate((): Opening => {
    // What `watch` left there.
    const { found } = globalThis as unknown as { found: Record<string, number> }
    const { bytes = 0, cameAt = 0, wordsAt = 0, busyUntil = 0 } = found
    return { bytes, wordsMs: wordsAt - cameAt, readyMs: Math.max(wordsAt, busyUntil) - cameAt }
  })
}

type Page = Awaited<ReturnType<typeof openScriptedPage>>['page']

const ui = await openScriptedPage({
  transcriber: scriptedTranscriber(async (_request, options) => {
    await options.onWaveform?.(drawn)
    return longConversation(lines)
  }),
})
try {
  const { id } = await givenProject(ui.app)
  const place = recordingPlace(id, await givenRecording(ui.app, id))
  await ui.page.addInitScript(watch)
  const openings: Opening[] = []
  for (let time = 0; time < Number(process.argv[2] ?? 7); time += 1) {
    openings.push(await open(ui.page, ui.open, place))
  }
  const inMs = (value: number) => `${Math.round(value)} ms`
  const ready = openings.map(({ readyMs }) => readyMs)
  add('transcript of three hours', `${Math.round((openings[0]?.bytes ?? 0) / 1_000)} kB`)
  add('its first words are painted, median', inMs(median(openings.map(({ wordsMs }) => wordsMs))))
  addLimit('it can be used, median', median(ready), limitMs, inMs)
  add('it can be used, slowest', inMs(quantile(ready, 1)))
  printRows()
} finally {
  await ui.stop()
}
