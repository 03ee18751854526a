import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { openContext } from './shared-browser.ts'

export type UserInterface = {
  service: ServiceProcess
  page: Page
  /** What the page said it should not: errors in the console and uncaught ones. */
  complaints: string[]
  /** Another window of the same browser, with its own storage. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  stop: () => Promise<void>
}

/** As somebody who has seen the first steps. */
export const skipFirstSteps = (): void => {
  // The empty page on the way to the next one has no storage.
  if (location.protocol.startsWith('http')) localStorage.setItem('earshot.first-run', 'seen')
}

/** The real service on an empty folder, and the built page in Chromium, opened with its key. */
export async function openUserInterface(
  env: Record<string, string> = {},
  { isNewcomer = false, entry }: { isNewcomer?: boolean; entry?: string } = {},
): Promise<UserInterface> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-page-'))
  const service = await startServiceProcess(dataDir, env, entry)
  const contexts: BrowserContext[] = []
  const newContext = async (options: BrowserContextOptions = {}) => {
    const context = await openContext(options)
    contexts.push(context)
    if (!isNewcomer) await context.addInitScript(skipFirstSteps)
    return context
  }
  const page = await (await newContext()).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return {
    service,
    page,
    complaints,
    newContext,
    stop: async () => {
      for (const context of contexts) await context.close()
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same, with a receiver of webhooks over HTTPS that the service trusts and may reach. */
export async function openWithReceiver(): Promise<UserInterface & { receiver: Receiver }> {
  const receiver = await startReceiver()
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-authority-'))
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, receiver.authority)
  const ui = await openUserInterface({
    EARSHOT_WEBHOOK_ALLOW: '127.0.0.1,::1',
    NODE_EXTRA_CA_CERTS: authority,
  })
  const stop = async () => {
    await ui.stop()
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...ui, receiver, stop }
}

/** The address that `npm start` prints. */
export const addressOf = ({ service }: UserInterface): string =>
  `${service.baseUrl}/app/#token=${service.token}`

/** Makes a project through the page and stays in it. */
export async function makeProject(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Goes to a part of the settings by the navigation. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('link', { name })
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export const chooseFiles = (page: Page, files: Parameters<Page['setInputFiles']>[1]) =>
  page.locator('input[type=file]').setInputFiles(files)

/** The row of a recording in its library. */
export const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
