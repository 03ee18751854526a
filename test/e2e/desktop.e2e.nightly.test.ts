import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEarshot } from 'earshot/client'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { kennedyClip } from '../support/sound.ts'
import { openDesktopApp, startAgain, type DesktopApp } from './desktop-app.ts'
import { decodeTo, fakeMicrophone, hasRecordingBrowser } from './recording-browser.ts'

// The real shell, its preload, its page and its service, started, used, quit, killed and started
// again as a person would, where Electron itself cannot be had.

const canTranscribe = (await findWhisper()) !== undefined
const workMs = 100_000
const sampleCall = path.join(import.meta.dirname, '../../renderer/public/samples/sample-call.webm')

describe.skipIf(!hasRecordingBrowser)('the shell', () => {
  let folder = ''
  let dataDir = ''
  let app: DesktopApp
  let page: Page
  let project = ''

  const open = async (): Promise<void> => {
    app = await openDesktopApp({ dataDir, flags: fakeMicrophone(path.join(folder, 'heard.wav')) })
    page = app.page
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  const earshot = async () => {
    const given = await page.evaluate(() => window.desktop?.session())
    if (!given) throw new Error('The shell gave no session.')
    return createEarshot({ baseUrl: given.baseUrl, apiKey: given.key })
  }
  const recordings = async () => (await (await earshot()).listAllContent({})).data

  const addSampleCall = async (): Promise<string> => {
    const { createUpload, completeUpload } = await earshot()
    const bytes = await readFile(sampleCall)
    const body = {
      filename: 'Sample call.webm',
      content_type: 'audio/webm',
      size_bytes: bytes.length,
    }
    const { data } = await createUpload({ path: { projectId: project }, body })
    const { upload_url: url, upload_method: method, upload_headers: headers } = data
    expect((await fetch(url, { method, headers, body: bytes })).ok).toBe(true)
    await completeUpload({ path: { projectId: project, contentId: data.content_id } })
    return data.content_id
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-desktop-'))
    dataDir = path.join(folder, 'data')
    await mkdir(dataDir)
    await decodeTo(kennedyClip, path.join(folder, 'heard.wav'))
    await open()
  })
  afterAll(async () => {
    await app?.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('a newcomer is welcomed in a page that reaches the shell by its bridge only', async () => {
    await page.getByRole('heading', { level: 1, name: 'Welcome to Earshot' }).waitFor()
    const reached = await page.evaluate(() =>
      ['require', 'process', 'ipcRenderer', 'standInInvoke'].map(
        (name) => typeof Reflect.get(globalThis, name),
      ),
    )
    expect(reached).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
    await page.getByRole('button', { name: 'Skip the first steps' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const { data } = await (await earshot()).createProject({ body: { name: 'Calls' } })
    project = data.id
  })

  test('the page stays where it is; what it opens goes to the system’s browser', async () => {
    const before = page.url()
    await page.evaluate(() => void window.open('https://example.org/somewhere'))
    await expect
      .poll(async () => (await app.order({ do: 'look' })).opened, { timeout: workMs })
      .toEqual(['https://example.org/somewhere'])
    await page.evaluate(() => void (window.location.href = 'http://127.0.0.1:9/'))
    expect(page.url()).toBe(before)
    const outside = '/app/..%2f..%2fpackage.json'
    expect(await page.evaluate(async (file) => (await fetch(file)).status, outside)).toBe(404)
  })

  test('a second start opens its link in the window of the first, and ends', async () => {
    expect(await startAgain({ dataDir }, ['earshot://search?q=pricing'])).toBe(0)
    await page.waitForURL(/#\/search\?q=/)
    expect((await app.order({ do: 'look' })).windows).toBe(1)
  })

  test('the tray starts a recording, which outlives the cross of its window', async () => {
    await app.order({ do: 'press', label: 'Record' })
    await startOnPage()
    await expect.poll(async () => (await app.order({ do: 'look' })).tray).toMatch(/recording/i)
    await app.order({ do: 'close' })
    expect((await app.order({ do: 'look' })).windows).toBe(1)
    await expect.poll(secondsRecorded).toBeGreaterThan(2)
  })

  test('killed while it records, it offers what was recorded at the next start', async () => {
    await app.kill()
    await open()
    const kept = page.getByRole('region', { name: 'Recordings kept on this device' })
    await kept.getByRole('button', { name: 'Keep' }).click()
    await expect.poll(async () => (await recordings()).length).toBe(1)
  })

  test.skipIf(!canTranscribe)(
    'quit while it transcribes, it asks first and goes on at the next start',
    async () => {
      // Long enough to be still at work when it is asked about.
      const call = await addSampleCall()
      const status = async () => (await recordings()).find(({ id }) => id === call)?.status
      await expect.poll(status, { timeout: workMs, interval: 50 }).toBe('processing')
      await app.order({ do: 'answer', button: 2 })
      const questions = async () => {
        await app.order({ do: 'quit' })
        return (await app.order({ do: 'look' })).questions
      }
      // As long as the page sends what was kept before, it asks about that.
      await expect
        .poll(questions, { timeout: workMs, interval: 500 })
        .toContain('Recordings are still being worked on.')
      await app.order({ do: 'answer', button: 0 })
      void app.order({ do: 'quit' }).catch(() => undefined)
      expect(await app.gone).toBe(0)
      await open()
      await expect.poll(status, { timeout: 3 * workMs, interval: 500 }).toBe('completed')
    },
    6 * workMs,
  )

  test('a folder to watch is chosen in the dialog of the system', async () => {
    const watched = path.join(folder, 'watched')
    await mkdir(watched)
    await app.order({ do: 'answer', button: 0, folders: [watched] })
    expect(await page.evaluate(() => window.desktop?.chooseFolder())).toBe(watched)
  })

  /** Presses what the recorder shows, with its question whether everyone knows. */
  async function startOnPage(): Promise<void> {
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByRole('button', { name: 'Everyone knows: start' }).click()
    await page.getByRole('main').getByRole('timer').waitFor()
  }
  async function secondsRecorded(): Promise<number> {
    const [minutes = 0, seconds = 0] = (await page.getByRole('timer').first().innerText())
      .split(':')
      .map(Number)
    return minutes * 60 + seconds
  }
})
