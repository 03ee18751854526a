import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zoom } from '../service/features/imports/files.ts'
import { givenProject } from '../support/factory.ts'
import { openScriptedPage, type ScriptedPage } from './scripted-page.ts'
import { hasChromium } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// A transcript of another program: added as a file, read on its page, without sound.

describe.skipIf(!hasChromium)('a transcript is imported', () => {
  let ui: ScriptedPage
  let page: Page
  let projectId: string
  beforeAll(async () => {
    ui = await openScriptedPage()
    page = ui.page
    projectId = (await givenProject(ui.app)).id
    await ui.open(`/projects/${projectId}`)
  })
  afterAll(() => ui?.stop())

  test('a chosen file becomes a recording of the library', async () => {
    await page.getByLabel('Files to upload').setInputFiles({
      name: 'zoom.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from(zoom),
    })
    const row = page.getByRole('row').filter({ hasText: 'zoom' })
    await row.getByText('Ready').waitFor()
    await row.getByRole('link', { name: 'zoom' }).click()
  })

  test('the page says that there is no sound, and has neither player nor play buttons', async () => {
    await page.getByText('This transcript was imported; there is no sound to play.').waitFor()
    await page.getByText('I will send the offer to Acme').waitFor()
    expect(await page.getByRole('region', { name: 'Player' }).count()).toBe(0)
    expect(await page.locator('[data-segment] button', { hasText: /^0:\d\d$/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Transcribe again…' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Talk' }).waitFor()
    expect(await page.getByRole('button', { name: /^play/i }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    expect(ui.complaints).toEqual([])
  })

  test('a click on a word goes to its line', async () => {
    await page.getByText('We decided to keep').click()
    await page
      .locator('[aria-current=true][data-segment]', { hasText: 'We decided to keep' })
      .waitFor()
  })

  test('a file that cannot be read: read again, then another file in its place', async () => {
    await ui.open(`/projects/${projectId}`)
    const send = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await page.getByLabel('Files to upload').setInputFiles(send('letter.txt', 'This is a letter.'))
    const row = page.getByRole('row').filter({ hasText: 'letter' })
    await row.getByText('Failed').waitFor()
    await row.getByRole('link', { name: 'letter' }).click()
    await page.getByText('This file could not be read as a transcript').waitFor()
    await page.getByText('No line of this file says when or by whom').waitFor()
    const again = page.getByRole('button', { name: 'Read again: letter' })
    await again.click()
    await again.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page
      .locator('input[aria-label="Choose another file for letter"]')
      .setInputFiles(send('talk.txt', 'Ann: Here we are.\nPaul: Good.\n'))
    await page.getByText('Here we are.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'talk' }).waitFor()
    await ui.open(`/projects/${projectId}`)
    await page.getByRole('row').filter({ hasText: 'talk' }).getByText('Ready').waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'letter' }).count()).toBe(0)
    expect(ui.complaints).toEqual([])
  })
})
