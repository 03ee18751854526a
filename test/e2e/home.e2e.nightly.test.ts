import { sql } from 'kysely'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writerOfTasks } from '../support/actions.ts'
import { conversation } from '../support/conversation.ts'
import { scriptedTranscriber } from '../support/engine.ts'
import { givenProject } from '../support/factory.ts'
import { storeRecordings } from '../support/recordings.ts'
import { chooseFiles } from './page.ts'
import { photographPage } from './photograph-page.ts'
import { givenCall, openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { kennedyClip } from '../support/sound.ts'
import { violationsOf } from './violations.ts'

describe.skipIf(!hasChromium)('home', () => {
  let ui: ScriptedPage
  let page: Page
  beforeAll(async () => {
    ui = await openScriptedPage({
      transcriber: scriptedTranscriber(async () => conversation()),
      writer: writerOfTasks(),
    })
    page = ui.page
  })
  afterAll(() => ui?.stop())

  const main = () => page.getByRole('main')
  const rows = () => page.getByRole('region', { name: 'Recent recordings' }).getByRole('listitem')
  const rowOf = (name: string) => rows().filter({ has: page.getByRole('link', { name }) })

  test('without a project, the sample call is one press away from its page', async () => {
    await page.getByRole('heading', { name: 'Your first recording' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'home-first')
    await page.getByRole('button', { name: 'Open the sample call' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sample call' }).waitFor()
    await ui.app.idle()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await rowOf('Sample call').getByRole('link', { name: 'My recordings' }).waitFor()
    // It was analysed by itself.
    await page.getByRole('checkbox', { name: 'Done: Ada sends the contract' }).waitFor()
  })

  test('recordings of all projects say what they are about, who spoke and what is open', async () => {
    const { app } = ui
    const { id: project } = await givenProject(app, { name: 'Sales calls' })
    const call = await givenCall(app, project)
    const content = `/v1/projects/${project}/content/${call}`
    await app.call('PATCH', `${content}/transcript/speakers/speaker_2`, { body: { name: 'Mary' } })
    await app.call('POST', `${content}/analyze`, { body: {} })
    await app.idle()
    await ui.open('/')
    const row = rowOf('Call with Mary')
    await row.getByText('A contract.').waitFor()
    await row.getByText('1 open task').waitFor()
    await row.getByText('Mary and 1 more').waitFor()
    expect(await rows().count()).toBe(2)
    expect(await violationsOf(page)).toEqual([])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await photographPage(page, `home-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await row.click({ position: { x: 200, y: 40 } })
    await page.getByRole('heading', { level: 1, name: 'Call with Mary' }).waitFor()
  })

  test('a list that was read before a tick does not take it back', async () => {
    const [read, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/v1/actions?*', async (route) => {
      const response = await route.fetch()
      read.resolve()
      await release.promise
      // The page may have given it up.
      await route.fulfill({ response }).catch(() => {})
    })
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const box = page.getByRole('checkbox', { name: 'Done: Ada sends the contract' }).first()
    await read.promise
    await box.click()
    const done = async () =>
      (await ui.app.call('GET', '/v1/actions?state=done')).body.data.length as number
    await expect.poll(done).toBe(1)
    release.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    // What came has been drawn two frames later.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    expect(await box.isChecked()).toBe(true)
    await box.click()
    await expect.poll(done).toBe(0)
  })

  test('what is due is ticked off there', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const tasks = page.getByRole('region', { name: 'Tasks' })
    const boxes = tasks.getByRole('checkbox', { name: 'Done: Ada sends the contract' })
    await boxes.first().click()
    await boxes.last().click()
    const done = async () =>
      (await ui.app.call('GET', '/v1/actions?state=done')).body.data.length as number
    await expect.poll(done).toBe(2)
    expect(await boxes.first().isChecked()).toBe(true)
    await tasks.getByRole('link', { name: 'All tasks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await page.getByRole('heading', { name: 'No tasks' }).waitFor()
  })

  test('a file is added to the project that is chosen, and followed until it is listed', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('combobox', { name: 'Into project' }).selectOption('My recordings')
    await chooseFiles(page, kennedyClip)
    await rowOf('jfk').getByRole('link', { name: 'My recordings' }).waitFor()
    expect(await rows().count()).toBe(3)
  })

  test('what is being transcribed has its progress there, and what waits is counted', async () => {
    const { data } = (await ui.app.call('GET', '/v1/projects')).body
    const names = Array.from({ length: 5 }, (_, at) => ({ filename: `busy ${at}.wav` }))
    const ids = await storeRecordings(ui.app, data[0].id, names)
    await sql`update content set status = 'processing', stage = 'transcribing', progress = 0.4
      where id = ${ids[0]}`.execute(ui.app.deps.db.sql)
    await sql`update content set status = 'processing', stage = 'queued'
      where id = any(${ids.slice(1)}::text[])`.execute(ui.app.deps.db.sql)
    await ui.open('/')
    const work = page.getByRole('region', { name: 'Being transcribed' })
    await work.getByText('Transcribing, 40 %').waitFor()
    await work.getByText('2 more wait').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await photographPage(page, 'home-busy')
    await work.getByRole('link', { name: 'Queue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
    await main().getByRole('link', { name: 'Home' }).click()
    await rows().first().waitFor()
    expect(ui.complaints).toEqual([])
  })

  test('where the recordings do not come, it says so and asks again', async () => {
    await page.route(/\/v1\/content\?limit=20/, (route) => route.abort())
    await ui.open('/')
    await page.getByRole('heading', { name: 'The recordings did not load' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.unroute(/\/v1\/content\?limit=20/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows().first().waitFor()
  })
})
