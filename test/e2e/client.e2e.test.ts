import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { hasChromium, openContext } from './shared-browser.ts'

const entryFile = path.join(import.meta.dirname, '../../service/client/index.ts')

/** The client as one script, which leaves it under the name `client`. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: entryFile, name: 'client', formats: ['iife'], fileName: 'client' },
    },
  })
  // With write: false and one format, Vite answers a list of one output.
  const [{ output }] = built as [Rollup.RollupOutput]
  return output[0].code
}

type Client = typeof import('earshot/client')
declare const client: Client

describe.skipIf(!hasChromium)('earshot/client in a browser', () => {
  let app: TestApp
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    // The service's own origin, which alone it answers; its policy refuses scripts of a test.
    context = await openContext({ bypassCSP: true })
    page = await context.newPage()
    await page.goto(`${app.baseUrl}/v1/openapi.json`)
    await page.addScriptTag({ content: await bundle() })
  })
  afterAll(async () => {
    await context?.close()
    await app?.stop()
  })

  test('it uploads with progress, waits, pages, and follows events', async () => {
    const found = await page.evaluate(
      async ({ baseUrl, apiKey }) => {
        const earshot = client.createEarshot({ baseUrl, apiKey })
        const { data: project } = await earshot.createProject({ body: { name: 'Browser' } })
        const sent: number[] = []
        const file = new File([new Uint8Array(2_000_000)], 'call.wav')
        const { id: contentId } = await earshot.upload(project.id, file, {
          onProgress: (done, total) => sent.push(done / total),
        })
        const transcript = await earshot.waitForTranscript({ projectId: project.id, contentId })
        const names: string[] = []
        for await (const { name } of earshot.all(earshot.listProjects)) names.push(name)
        const events: string[] = []
        const lastEventId = `evt_${'0'.repeat(26)}`
        for await (const { event } of earshot.streamEvents({ lastEventId })) {
          events.push(event)
          if (event === 'transcription.completed') break
        }
        return { sent: sent.at(-1), text: transcript.text, names, events }
      },
      { baseUrl: app.baseUrl, apiKey: app.sessionToken },
    )
    expect(found).toEqual({
      sent: 1,
      text: 'We will send the contract on Friday.',
      names: ['Browser'],
      events: expect.arrayContaining(['project.created', 'content.created']),
    })
  })
})
