import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEarshot } from 'earshot/client'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { kennedyClip } from '../support/sound.ts'
import { openDesktopApp, type DesktopApp } from './desktop-app.ts'
import { chromiumWithPermissions, decodeTo, hasRecordingBrowser } from './recording-browser.ts'

// A call in the desktop app, on a system that lets it record its own sound: the shell grants the page
// a screen, Chromium captures it, and what it plays is recorded beside the microphone.

const isPossible = hasRecordingBrowser && chromiumWithPermissions !== null
if (!isPossible) process.stderr.write('SKIPPED: the sound of a shared screen in the shell.\n')
const canTranscribe = (await findWhisper()) !== undefined
const sampleCall = '../../renderer/public/samples/sample-call.webm'
const workMs = 150_000

describe.skipIf(!isPossible)('the computer’s own sound', () => {
  let folder = ''
  let app: DesktopApp
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-sharing-'))
    const speech = path.join(folder, 'heard.wav')
    await decodeTo(kennedyClip, speech)
    app = await openDesktopApp({
      dataDir: path.join(folder, 'data'),
      flags: ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${speech}`],
      env: {
        EARSHOT_STAND_IN_SYSTEM: 'macOS',
        EARSHOT_STAND_IN_SHARED_SOUND: path.join(import.meta.dirname, sampleCall),
      },
    })
    page = app.page
    await page.getByRole('button', { name: 'Skip the first steps' }).click()
    const given = await page.evaluate(() => window.desktop?.session())
    const earshot = createEarshot({ baseUrl: given?.baseUrl ?? '', apiKey: given?.key ?? '' })
    await earshot.createProject({ body: { name: 'Calls', settings: { language: 'en' } } })
  })
  afterAll(async () => {
    // Not killed: Chromium would still write into the folder that goes.
    await app?.order({ do: 'quit' }).catch(() => undefined)
    await app?.gone
    await rm(folder, { recursive: true, force: true })
  })

  test('is recorded with the microphone, each on a track of its own', async () => {
    await app.order({ do: 'press', label: 'Record' })
    await page.getByLabel('Also record the computer’s sound').check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByRole('button', { name: 'Everyone knows: start' }).click()
    const level = (name: string) => async () =>
      Number(await page.getByRole('meter', { name }).getAttribute('value'))
    await expect.poll(level('Microphone')).toBeGreaterThan(0.2)
    await expect.poll(level('Computer’s sound')).toBeGreaterThan(0.2)
  })

  test.skipIf(!canTranscribe)(
    'becomes the words of another speaker',
    async () => {
      await page.getByRole('switch', { name: 'Transcribe live' }).click()
      const clock = page.getByRole('main').getByRole('timer')
      const seconds = async () => Number((await clock.innerText()).split(':')[1])
      await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(10)
      await app.order({ do: 'press', label: 'Stop recording' })
      const transcript = page.getByRole('region', { name: 'Transcript text' })
      await transcript.waitFor({ timeout: workMs })
      // One track after the other: what the first one has said so far can be read before.
      const text = () => transcript.innerText()
      await expect.poll(text, { timeout: workMs }).toMatch(/country/)
      await expect.poll(text, { timeout: workMs }).toMatch(/morning|ten minutes|delivery/i)
      await expect.poll(text, { timeout: workMs }).toMatch(/Speaker 1[^]*Speaker 2/)
    },
    2 * workMs,
  )
})
