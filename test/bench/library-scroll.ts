// Scrolls a library of 10,000 recordings by wheel, as a hand does, in the real page with the real
// service: frames per second, the longest frame, and the page's heap. Run alone:
// node test/bench/library-scroll.ts
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright'
import { openScriptedPage, type ScriptedPage } from '../e2e/scripted-page.ts'
import { givenProject } from '../support/factory.ts'
import { storeRecordings } from '../support/recordings.ts'
import { add, addLimit, median, printRows, quantile } from './report.ts'

const [made, copies] = [500, 20]
const scrollMs = 6_000
const notch = 240 // pixels of one step of a wheel, twice as fast as one notch

export async function benchLibraryScroll(): Promise<void> {
  const ui = await openScriptedPage()
  try {
    const { id } = await givenProject(ui.app, { name: 'Archive' })
    await fill(ui, id)
    await ui.open(`/projects/${id}`)
    const grid = ui.page.getByRole('grid', { name: 'Recordings' })
    await grid.getByRole('link').first().waitFor()
    const browser = await ui.page.context().newCDPSession(ui.page)
    const frames = await scroll(ui.page)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    addLimit('library of 10,000: a frame while scrolling', median(frames), 17, ms)
    add('longest of 100 frames (p99)', ms(quantile(frames, 0.99)))
    add('frames over 1/30 s', `${frames.filter((frame) => frame > 34).length} of ${frames.length}`)
    await grid.getByRole('link').first().focus()
    await ui.page.keyboard.press('End')
    await grid.getByRole('link', { name: 'call 1-20', exact: true }).waitFor()
    addLimit('heap of the page', await heapOf(browser), 200, (mb) => `${mb.toFixed(1)} MB`)
  } finally {
    await ui.stop()
  }
}

/** The time between each two frames while the wheel turns. */
async function scroll(page: Page): Promise<number[]> {
  await page.mouse.move(700, 620)
  const watching = page.evaluate(
    (watchMs) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const start = performance.now()
        let before = start
        const frame = (now: number) => {
          gaps.push(now - before)
          before = now
          if (now - start < watchMs) requestAnimationFrame(frame)
          else resolve(gaps.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    scrollMs,
  )
  const end = Date.now() + scrollMs
  while (Date.now() < end) await page.mouse.wheel(0, notch)
  return watching
}

async function heapOf(browser: CDPSession): Promise<number> {
  await browser.send('Performance.enable')
  await browser.send('HeapProfiler.collectGarbage')
  const { metrics } = await browser.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return used / 1_000_000
}

async function fill({ app }: ScriptedPage, projectId: string): Promise<void> {
  const recordings = Array.from({ length: made }, (_, index) => ({
    filename: `call ${index + 1}-1.wav`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
  }))
  await storeRecordings(app, projectId, recordings)
  await sql`
    insert into content
      (id, project_id, filename, content_type, size_bytes, duration_seconds, status, created_at,
        updated_at)
    select id || copy, project_id, replace(filename, '-1.wav', '-' || copy || '.wav'), content_type,
      size_bytes, 60 + copy, status, created_at - copy * interval '1 day', updated_at
    from content, generate_series(2, ${copies}::integer) copy
    where project_id = ${projectId}`.execute(app.deps.db.sql)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await benchLibraryScroll()
  printRows()
}
