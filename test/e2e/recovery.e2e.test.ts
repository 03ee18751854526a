import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  givenLibraryAtRest,
  hostLibrary,
  openService,
  type Hosted,
} from '../support/library-host.ts'
import { isNightly } from '../support/nightly.ts'
import { photographPage } from './photograph-page.ts'
import { hasChromium, openContext } from './shared-browser.ts'
import { violationsByNight, violationsOf } from './violations.ts'

// A library whose database is gone, seen by the person who opens the app.

const here = test.skipIf(!hasChromium)
let library: Awaited<ReturnType<typeof givenLibraryAtRest>>
let host: Hosted
let context: BrowserContext
let page: Page
beforeAll(async () => {
  if (!hasChromium) return
  library = await givenLibraryAtRest()
  await rm(path.join(library.dataDir, 'database'), { recursive: true })
  host = await hostLibrary(library.dataDir)
  context = await openContext()
  page = await context.newPage()
  await page.goto(`${host.baseUrl()}/app/#token=${host.sessionToken}`)
}, 120_000)
afterAll(async () => {
  await context?.close()
  await host?.stop()
  if (library) await rm(library.dataDir, { recursive: true, force: true })
})

const button = (name: string) => page.getByRole('button', { name })

here('says what is damaged and what is safe, in both schemes and on a phone', async () => {
  await page.getByRole('heading', { name: 'The library cannot be opened' }).waitFor()
  await page.getByText('Your recordings are safe: 2 recordings').waitFor()
  const choices = page
    .getByRole('region', { name: 'What you can do' })
    .getByRole('heading', { level: 3 })
  expect(await choices.allTextContents()).toEqual([
    'Try again',
    'Copy out what is readable',
    'Make the library anew from the recordings',
    'Start with an empty library',
  ])
  expect(await violationsOf(page)).toEqual([])
  await photographPage(page, 'recovery')
  await page.setViewportSize({ width: 360, height: 740 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
  await photographPage(page, 'recovery-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
})

here('an attempt that fails says so', async () => {
  await button('Try again').click()
  await page.getByRole('alert').getByText('still cannot be opened').waitFor()
})

here('by keyboard alone the library is made anew, and the app opens', async () => {
  await button('Make it anew').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Every recording is transcribed again.').waitFor()
  await dialog.getByRole('button', { name: 'Make it anew' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { name: 'The library cannot be opened' })
    .waitFor({ state: 'detached' })
  await page.goto(`${host.baseUrl()}/app/#/projects`)
  await page.getByText('Interviews').first().waitFor()
})

here('what was replaced is listed under storage, and deleted there', async () => {
  await page.goto(`${host.baseUrl()}/app/#/settings?section=storage`)
  const list = page.getByRole('region', { name: 'Libraries that were replaced' })
  await list.getByRole('button', { name: /^Delete the library/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await list.waitFor({ state: 'detached' })
})

// With each change test/service/features/backups does that by HTTP.
test.skipIf(!hasChromium || !isNightly)(
  'a backup is made under storage, saved, and put in the place of the library',
  async () => {
    const backups = page.getByRole('region', { name: 'Backups' })
    await backups.getByText('There is no backup yet.').waitFor()
    await backups.getByRole('button', { name: 'Back up now' }).click()
    await backups.getByText('The last backup is good.').waitFor()
    await page.locator('#announcements').getByText('The backup is done and was checked.').waitFor()
    expect(await violationsByNight(page)).toEqual([])
    const saving = page.waitForEvent('download')
    await backups.getByRole('button', { name: /^Save as file: backup/ }).click()
    expect((await saving).suggestedFilename()).toMatch(/^bkp_\w+\.tar$/)
    await host.call('POST', '/v1/projects', { body: { name: 'Later' } })

    await backups.getByRole('button', { name: /^Restore: backup/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The present library is kept').waitFor()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restore a backup: done').waitFor()
    await page.getByRole('region', { name: 'Libraries that were replaced' }).waitFor()
    const { body } = await host.call('GET', '/v1/projects')
    expect(body.data).toMatchObject([{ name: 'Interviews' }])

    await backups.getByRole('button', { name: /^Delete: backup/ }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await backups.getByText('There is no backup yet.').waitFor()
  },
)

here(
  'rows found lost while the app is open lead there at once; what is left is opened',
  async () => {
    const { db } = openService(host).deps
    await db.transaction(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await tx
        .deleteFrom('transcripts')
        .where('content_id', '=', library.ids[0] ?? '')
        .execute()
    })
    const check = page.getByRole('region', { name: 'Check the library' })
    await check.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('heading', { name: 'The library cannot be opened' }).waitFor()
    await page.getByText('Some entries of the library are gone').waitFor()
    await button('Open what is left').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open what is left' }).click()
    await page
      .getByRole('heading', { name: 'The library cannot be opened' })
      .waitFor({ state: 'detached' })
    const { body } = await host.call('GET', '/v1/notices')
    expect(body.data[0].body).toMatch(/^Gone: 1 entry of the transcripts\./)
  },
)
