import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenProject, givenRecording } from '../support/factory.ts'
import { isNightly, perChange } from '../support/nightly.ts'
import { storeRecordings } from '../support/recordings.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { rowOf } from './page.ts'
import { violationsByNight } from './violations.ts'

// Several pages with each change, and by night as many as somebody has after years.
const [made, copies] = [200, perChange(5, 15)]
const total = made * copies
const totalText = total.toLocaleString('en-US')

const byNight = test.skipIf(!isNightly)

describe.skipIf(!hasChromium)(`a library of ${totalText} recordings`, () => {
  let ui: ScriptedPage
  let page: Page
  let projectId = ''
  let folder = ''

  beforeAll(async () => {
    ui = await openScriptedPage()
    page = ui.page
    projectId = (await givenProject(ui.app, { name: 'Archive' })).id
    await fill(ui, projectId)
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-drop-'))
  })
  afterAll(async () => {
    await ui?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const grid = () => page.getByRole('grid', { name: 'Recordings' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  test('is one grid that tells its whole length, of which only what is near is drawn', async () => {
    await ui.go(`/projects/${projectId}`)
    await rowOf(page, 'call 200-1').waitFor()
    expect(await grid().getAttribute('aria-rowcount')).toBe(String(total))
    expect(await grid().getByRole('row').count()).toBeLessThan(60)
    expect(await violationsByNight(page)).toEqual([])
  })

  test('its first row is three tabs away, and in the upper third', async () => {
    await page.locator('#main').focus()
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab')
    expect(await focused()).toBe('call 200-1')
    const { y = 0, height = 0 } = (await rowOf(page, 'call 200-1').boundingBox()) ?? {}
    expect(y + height).toBeLessThan(800 / 3)
    // The toolbar is one of them; arrow keys go through it.
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Filter')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Newest first')
    await page.keyboard.press('Home')
    expect(await focused()).toBe('Ask')
  })

  byNight('a film shows as one by its picture, not by the type of its file', async () => {
    const { sql: db } = ui.app.deps.db
    await sql`update content set has_video = true where filename = 'call 198-1.wav'`.execute(db)
    await sql`update content set content_type = 'video/mp4' where filename = 'call 197-1.wav'`.execute(
      db,
    )
    await page.reload()
    await rowOf(page, 'call 198-1').locator('.lucide-film').waitFor()
    expect(await rowOf(page, 'call 197-1').locator('.lucide-film').count()).toBe(0)
  })

  test('is walked by keys from its first row to its last', async () => {
    await page.getByRole('link', { name: 'call 200-1', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('call 199-1')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe(`call 1-${copies}`)
    const last = rowOf(page, `call 1-${copies}`)
    expect(await last.getAttribute('aria-rowindex')).toBe(String(total))
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('call 200-1')
  })

  byNight(
    'what comes after a click is fetched before: the screen’s code, and at the press its recording',
    async () => {
      const loaded = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      await expect
        .poll(async () => (await loaded()).some((name) => name.includes('/recording-page-')))
        .toBe(true)
      const isAsked = /\/content\/cont_\w+$/
      expect((await loaded()).filter((name) => isAsked.test(name))).toEqual([])
      await page.getByRole('link', { name: 'call 198-1', exact: true }).hover()
      const asked = page.waitForRequest(isAsked)
      await page.mouse.down()
      await asked
      // Whoever lets go elsewhere stays.
      await page.mouse.move(1, 1)
      await page.mouse.up()
      expect(page.url()).toMatch(/\/projects\/\w+$/)
    },
  )

  test('recordings are chosen by Space, ranges and all at once, and let go', async () => {
    const chosen = page.getByRole('toolbar', { name: 'Actions for the selected recordings' })
    await page.keyboard.press('Space')
    await chosen.getByText('One selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await chosen.getByText('3 selected').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await chosen.getByText('2 selected').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.keyboard.press('Control+a')
    await chosen.getByText(`${totalText} selected`).waitFor()
    await page.keyboard.press('Escape')
    await chosen.waitFor({ state: 'detached' })
  })

  test('name and order stand in the address, narrow the list and outlive a reload', async () => {
    await page.getByLabel('Find', { exact: true }).fill('CALL 7-')
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe(String(copies))
    await page.getByRole('button', { name: 'Sorted: Newest first' }).click()
    await page.getByRole('menuitemradio', { name: 'Name, A to Z' }).click()
    await expect.poll(() => new URL(page.url()).hash).toContain('sort=name')
    await page.reload()
    await rowOf(page, 'call 7-1').waitFor()
    const names = await grid().getByRole('link').allInnerTexts()
    // By their numbers, not by their digits.
    expect(names).toEqual(Array.from({ length: copies }, (_, index) => `call 7-${index + 1}`))
    await page.getByRole('button', { name: 'Sorted: Name, A to Z' }).waitFor()
  })

  test('many are deleted at once and taken back, and deleted again; what is not shown stays', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const remove = page
      .getByRole('toolbar', { name: 'Actions for the selected recordings' })
      .getByRole('button', { name: 'Delete' })
    await remove.click()
    await page.getByText(`${copies} of ${copies} are in the bin`).waitFor()
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe(String(copies))
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await remove.click()
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await page.getByLabel('Find', { exact: true }).fill('')
    const left = String(total - copies)
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe(left)
  })

  byNight(
    'transcripts are exported as one archive; one that has none is told by its name',
    async () => {
      const project = await givenProject(ui.app, { name: 'Exports' })
      for (const filename of ['same.wav', 'same.wav']) {
        await givenRecording(ui.app, project.id, { filename })
      }
      await storeRecordings(ui.app, project.id, [{ filename: 'wordless.wav' }])
      await ui.open(`/projects/${project.id}`)
      await rowOf(page, 'wordless').waitFor()
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByRole('button', { name: 'Export transcripts…' }).click()
      const arriving = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
      const download = await arriving
      expect(download.suggestedFilename()).toBe('Exports.zip')
      const report = page.getByRole('region', { name: 'Progress of the action' })
      await report.getByText('2 of 3 transcripts are exported').waitFor()
      await report.getByText('wordless').waitFor()
      ui.complaints.length = 0
    },
  )

  byNight(
    'a folder is dropped: recordings come in, the rest is told, and again is asked about',
    async () => {
      const project = await givenProject(ui.app, { name: 'Drops' })
      await mkdir(path.join(folder, 'day', 'inner'), { recursive: true })
      await writeFile(path.join(folder, 'day', 'morning.wav'), 'some recorded bytes')
      await writeFile(path.join(folder, 'day', 'inner', 'evening.mp3'), 'some other bytes')
      await writeFile(path.join(folder, 'day', 'notes.txt'), 'no sound')
      await ui.open(`/projects/${project.id}`)
      await page.getByRole('heading', { name: 'Add the first recording' }).waitFor()
      await drop(page, path.join(folder, 'day'))
      await rowOf(page, 'morning').waitFor()
      await rowOf(page, 'evening').waitFor()
      await page.getByText('2 recordings', { exact: true }).waitFor()
      const skipped = page.getByRole('region', { name: 'Skipped files' })
      await skipped.getByText('One file was skipped').click()
      await skipped.getByText('day/notes.txt').waitFor()
      expect(await violationsByNight(page)).toEqual([])
      await drop(page, path.join(folder, 'day'))
      await page.getByRole('dialog', { name: 'Add these 2 files again?' }).waitFor()
      await page.getByRole('button', { name: 'Skip', exact: true }).click()
      expect(await grid().getAttribute('aria-rowcount')).toBe('2')
    },
  )

  byNight('the queue shows what is in work in every project, and holds and ends it', async () => {
    const [busy] = await storeRecordings(ui.app, projectId, [{ filename: 'busy.wav' }])
    const { sql: db } = ui.app.deps.db
    await sql`update content set status = 'processing', stage = 'transcribing', progress = 0.4,
      remaining_seconds = 200 where id = ${busy}`.execute(db)
    await sql`update content set status = 'failed', error_code = 'decode_failed',
      error_message = 'The file is damaged.' where filename = 'call 9-1.wav'`.execute(db)
    await sql`insert into analyses (id, content_id, project_id, prompt_id, prompt_name, prompt_version,
      transcript_version, version, status, progress, created_at) values ('ana_1', ${busy}, ${projectId},
      'prompt_1', 'Meeting', 1, 1, 1, 'processing', 0.3, now())`.execute(db)
    await sql`insert into insights (id, project_id, status, lookback_days, period_start, period_end,
      created_at) values ('ins_1', ${projectId}, 'queued', 30, now(), now(), now())`.execute(db)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'Queue' }).click()
    const work = page.getByRole('region', { name: 'Recordings in progress' })
    await work.getByText('about 3 minutes left').waitFor()
    await work.getByText('Archive').waitFor()
    const analysed = page.getByRole('region', { name: 'Being analysed' })
    await analysed.getByText('Prompt: Meeting · In progress, 30 %').waitFor()
    await page.getByRole('link', { name: 'Insights into Archive' }).waitFor()
    await page.getByRole('region', { name: 'Failed' }).getByText('add an intact copy').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await work.getByRole('button', { name: 'Pause busy' }).click()
    await work.getByText('Paused').waitFor()
    await work.getByRole('button', { name: 'Cancel the transcription of busy' }).click()
    await page.getByRole('button', { name: 'Cancel transcription' }).click()
    await work.waitFor({ state: 'detached' })
  })

  test('the page had nothing to complain about', () => {
    expect(ui.complaints).toEqual([])
  })
})

/** Names call 1-1 … call 200-15 (by night), the newest of the first copy first. */
async function fill({ app }: ScriptedPage, projectId: string): Promise<void> {
  const recordings = Array.from({ length: made }, (_, index) => ({
    filename: `call ${index + 1}-1.wav`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
  }))
  await storeRecordings(app, projectId, recordings)
  await sql`
    insert into content
      (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
    select id || copy, project_id, replace(filename, '-1.wav', '-' || copy || '.wav'), content_type,
      size_bytes, status, created_at - copy * interval '1 day', updated_at
    from content, generate_series(2, ${copies}::integer) copy
    where project_id = ${projectId}`.execute(app.deps.db.sql)
}

/** Drags a file or folder from outside onto the page, as the system would, until it has landed. */
async function drop(page: Page, what: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [what], dragOperationsMask: 1 }
  let isLanded = false
  const landing = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('drop', () => resolve(), { once: true, capture: true })
      }),
  )
  void landing.then(() => (isLanded = true))
  // What is let go before the page has answered that it takes it is lost, as with a real hand.
  await expect
    .poll(async () => {
      for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
        await browser.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data })
        await nextFrames(page)
      }
      return isLanded
    })
    .toBe(true)
}

const nextFrames = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
