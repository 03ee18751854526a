import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright'
import { systemClock } from '../../service/core/time.ts'
import type { Adapters } from '../../service/adapters.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenRecording } from '../support/factory.ts'
import { skipFirstSteps } from './page.ts'
import { kennedyClip } from '../support/sound.ts'
import { openContext } from './shared-browser.ts'

export type ScriptedPage = {
  app: TestApp
  page: Page
  context: BrowserContext
  /** Errors in the console and uncaught ones, but for refusals that a test asked for. */
  complaints: string[]
  /** Loads the page anew, as a new visitor of that place would. */
  open: (place: string) => Promise<void>
  /** Goes there as a link does, by way of a screen with nothing on it: a third of the work. */
  go: (place: string) => Promise<void>
  stop: () => Promise<void>
}

/** The real service with scripted engines in this process, and the built page in Chromium. */
export async function openScriptedPage(
  adapters: Partial<Adapters> = {},
  env: Record<string, string> = {},
): Promise<ScriptedPage> {
  // The page waits in real time, and so must what limits its calls.
  const app = await startTestApp({ clock: systemClock, env, ...adapters })
  const context = await openContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await context.addInitScript(skipFirstSteps)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(`${app.baseUrl}/app/#token=${app.sessionToken}`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return {
    app,
    page,
    context,
    complaints,
    open: async (place) => {
      await page.goto('about:blank')
      await page.goto(`${app.baseUrl}/app/#${place}`)
    },
    go: async (place) => {
      await page.goto(`${app.baseUrl}/app/#/nowhere`)
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      await page.goto(`${app.baseUrl}/app/#${place}`)
    },
    stop: async () => {
      await context.close()
      await app.stop()
    },
  }
}

/** A recording whose sound the browser can play, whatever the script says was heard in it. */
export const givenCall = async (app: TestApp, projectId: string): Promise<string> =>
  givenRecording(app, projectId, {
    filename: 'Call with Mary.mp3',
    content_type: 'audio/mpeg',
    bytes: new Uint8Array(await readFile(kennedyClip)),
  })

export const recordingPlace = (projectId: string, contentId: string): string =>
  `/projects/${projectId}/recordings/${contentId}`
