import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenLibraryAtRest, hostLibrary, type Hosted } from '../support/library-host.ts'
import { photographPage } from './photograph-page.ts'
import { hasChromium, openContext } from './shared-browser.ts'
import { violationsOf } from './violations.ts'

// A library that a person encrypts, locks and opens again, all on the page.

const here = test.skipIf(!hasChromium)
/** Closing, changing and opening the library, where the machine has other work. */
const patience = { timeout: 100_000 }
const passphrase = 'seven otters cross the old bridge'
let library: Awaited<ReturnType<typeof givenLibraryAtRest>>
let host: Hosted
let context: BrowserContext
let page: Page
/** Addresses that were answered as if the library were damaged. */
const damaged: string[] = []
let recoveryCode = ''

beforeAll(async () => {
  if (!hasChromium) return
  library = await givenLibraryAtRest()
  const copy = path.join(library.dataDir, 'exported', 'once')
  await mkdir(copy, { recursive: true })
  await writeFile(path.join(copy, 'transcripts.md'), 'What was said.')
  host = await hostLibrary(library.dataDir)
  context = await openContext()
  page = await context.newPage()
  page.on('response', (response) => {
    if (response.status() !== 503) return
    const note = (body: string) => body.includes('recovery_mode') && damaged.push(response.url())
    response.text().then(note, () => {})
  })
  await page.goto(`${host.baseUrl()}/app/#token=${host.sessionToken}`)
  await page.getByText('Interviews').first().waitFor()
}, 120_000)
afterAll(async () => {
  await context?.close()
  await host?.stop()
  if (library) await rm(library.dataDir, { recursive: true, force: true })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = () => page.getByRole('dialog')

/** Whether it fits on a phone, and what it looks like there. */
async function holdToPhone(name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
  await photographPage(page, `${name}-phone`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function look(name: string): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  await photographPage(page, name)
  await holdToPhone(name)
}

here('the settings say what encryption protects from, and ask for a passphrase', async () => {
  await page.goto(`${host.baseUrl()}/app/#/settings?section=encryption`)
  await page.getByText('The library is not encrypted.').waitFor()
  await look('encryption-off')
  await button('Encrypt the library…').click()
  await field('Passphrase').fill('seven')
  await button('Encrypt now').click()
  await dialog().getByText('A passphrase has at least 8 characters.').waitFor()
  await field('Passphrase').fill(passphrase)
  await field('Passphrase once more').fill('seven others')
  await dialog().getByText('The two are not the same.').waitFor()
  await dialog().getByText('1 export (14 bytes)').waitFor()
  await look('encryption-form')
})

here('the recovery code stays until it is kept, whatever the library does meanwhile', async () => {
  await field('Passphrase once more').fill(passphrase)
  await page.getByLabel('Delete this copy afterwards').check()
  await button('Encrypt now').click()
  await dialog().getByRole('heading', { name: 'Keep this recovery code' }).waitFor()
  recoveryCode = (await page.getByTestId('recovery-code').textContent()) ?? ''
  expect(recoveryCode).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  const state = async () => {
    const { body } = await host.call('GET', '/v1/encryption').catch(() => ({ body: null }))
    return body?.data?.state
  }
  await expect.poll(state, patience).toBe('on')
  await page.getByText('The library is encrypted.').waitFor()
  expect(await page.getByTestId('recovery-code').textContent()).toBe(recoveryCode)
  await page.keyboard.press('Escape')
  expect(await button('Continue').isDisabled()).toBe(true)
  await look('encryption-code')
  await page.getByLabel('I have kept it').check()
  await button('Continue').click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('2 of 2 recordings encrypted').waitFor()
  expect(await readdir(path.join(library.dataDir, 'exported'))).toEqual([])
  await look('encryption-on')
})

here('locked from the palette, the passphrase leads back to the same screen', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').pressSequentially('lock the')
  await page.getByRole('option', { name: 'Lock the library' }).click()
  await page.getByRole('heading', { name: 'The library is locked' }).waitFor(patience)
  // Its styles are there although nobody answers while the library closes.
  const main = page.getByRole('main')
  const display = () => main.evaluate((element) => getComputedStyle(element).display)
  await expect.poll(display, { timeout: 5_000 }).toBe('grid')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'))
  await expect.poll(focused, { timeout: 5_000 }).toBe('password')
  await page.keyboard.type('six otters')
  await page.keyboard.press('Enter')
  await page.getByText('This passphrase does not open the library.').waitFor(patience)
  await look('encryption-locked')
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Enter')
  await page.getByText('The library is encrypted.').waitFor(patience)
  expect(damaged).toEqual([])
})

here('after a restart the recovery code opens it, and recordings play on', async () => {
  await host.stop()
  host = await hostLibrary(library.dataDir)
  await page.goto(`${host.baseUrl()}/app/#token=${host.sessionToken}`)
  await page.getByRole('heading', { name: 'The library is locked' }).waitFor()
  await page.getByText('I have neither of the two').click()
  await page.getByRole('heading', { name: 'Start with an empty library' }).waitFor()
  await look('encryption-forgotten')
  await button('Use the recovery code instead').click()
  await field('Recovery code').fill(recoveryCode.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByText('Interviews').first().click(patience)
  await page.getByRole('link', { name: 'Mary: first' }).click()
  // The bytes of a scripted recording are no sound; what matters is that they come as they were.
  const media = page.locator('audio, video').first()
  const load = (element: HTMLMediaElement) =>
    fetch(element.currentSrc).then(async (answer) => (await answer.arrayBuffer()).byteLength)
  expect(await media.evaluate(load)).toBeGreaterThan(0)
})

here('decrypted, nobody is asked any more', async () => {
  await page.goto(`${host.baseUrl()}/app/#/settings?section=encryption`)
  await button('Decrypt…').click()
  await dialog().getByRole('button', { name: 'Decrypt' }).click()
  await page.getByText('The library is not encrypted.').waitFor(patience)
})
