import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { isNightly, perChange } from '../support/nightly.ts'
import type { Project } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { hasSpeechFolder, kennedyClip, speechFolder } from '../support/sound.ts'
import {
  decodeTo,
  fakeMicrophone,
  hasRecordingBrowser,
  startRecordingBrowser,
  type RecordingBrowser,
} from './recording-browser.ts'
import { violationsOf } from './violations.ts'

// A call: the microphone hears one voice, what is shared plays another one. Both are recorded side by
// side, seen as words while they speak, and transcribed as two speakers. A browser with a fake
// microphone gives its sound as that of a shared tab, too, so the other voice comes in at that edge.

const canTranscribe = (await findWhisper()) !== undefined && hasSpeechFolder
if (!canTranscribe) process.stderr.write('SKIPPED: a call on two tracks, without its recordings.\n')

const scripted = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')
const workMs = 150_000

describe.skipIf(!hasRecordingBrowser)('the microphone and the sound of a tab', () => {
  let service: ServiceProcess | undefined
  let browser: RecordingBrowser | undefined
  let folder = ''
  let sound = ''
  let count = 0

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-call-'))
    sound = path.join(folder, 'heard.wav')
    await decodeTo(kennedyClip, sound)
  })

  afterEach(async () => {
    await browser?.close()
    await service?.stop()
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Records both: the microphone's sound, and this file as what is shared. */
  async function recordBoth(voice: string, entry?: string): Promise<Page> {
    count += 1
    service = await startServiceProcess(path.join(folder, `data-${count}`), {}, entry)
    await service.client.post<Project>('/v1/projects', {
      name: 'Calls',
      settings: { language: 'en' },
    })
    const profile = path.join(folder, `profile-${count}`)
    browser = await startRecordingBrowser(profile, fakeMicrophone(sound))
    const { page } = browser
    await page.addInitScript(() => {
      if (!location.protocol.startsWith('http')) return
      localStorage.setItem('earshot.recording-consent', new Date().toISOString())
      localStorage.setItem('earshot.first-run', 'seen')
    })
    await page.addInitScript(shareVoice, await readFile(voice, 'base64'))
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Also record the computer’s sound').check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    const level = (name: string) => async () =>
      Number(await page.getByRole('meter', { name }).getAttribute('value'))
    await expect.poll(level('Microphone')).toBeGreaterThan(0.2)
    await expect.poll(level('Computer’s sound')).toBeGreaterThan(0.2)
    return page
  }

  /** Until words say who spoke them; where they are given up, they are asked for again. */
  async function untilSidesShow(page: Page): Promise<void> {
    const words = page.getByRole('log', { name: 'Live transcript' })
    const toggle = page.getByRole('switch', { name: 'Transcribe live' })
    const look = async () => {
      if (!(await toggle.isChecked())) await toggle.click()
      return words.innerText()
    }
    await expect.poll(look, { timeout: workMs, interval: 500 }).toMatch(/You|Others/)
    expect(await violationsOf(page)).toEqual([])
  }

  // Scripted, because a busy machine gives up live words of a real engine.
  test('both become live words', async () => {
    const page = await recordBoth(sound, scripted)
    await untilSidesShow(page)
    expect(browser?.complaints).toEqual([])
  })

  test.skipIf(!canTranscribe)(
    'both become one transcript of two speakers',
    { timeout: 3 * workMs },
    async () => {
      const page = await recordBoth(path.join(speechFolder, 'v02-printing-16k-mono.wav'))
      // With each change the engine is left to the transcript.
      if (isNightly) await untilSidesShow(page)
      else await page.getByRole('switch', { name: 'Transcribe live' }).click()
      const clock = page.getByRole('main').getByRole('timer')
      const seconds = async () => Number((await clock.innerText()).split(':')[1])
      await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(perChange(14, 25))
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
      const transcript = page.getByRole('region', { name: 'Transcript text' })
      await transcript.waitFor({ timeout: workMs })
      // One track after the other: what the first one has said so far can be read before.
      const text = () => transcript.innerText()
      await expect.poll(text, { timeout: workMs }).toMatch(/country/)
      await expect.poll(text, { timeout: workMs }).toMatch(/printing|art|comparatively/i)
      await expect.poll(text, { timeout: workMs }).toMatch(/Speaker 1[^]*Speaker 2/)
      expect(browser?.complaints).toEqual([])
    },
  )
})

/** What is shared is this voice, again and again. */
function shareVoice(voice: string): void {
  if (!location.protocol.startsWith('http')) return
  navigator.mediaDevices.getDisplayMedia = async () => {
    const context = new AudioContext()
    const { buffer: bytes } = Uint8Array.from(atob(voice), (char) => char.charCodeAt(0))
    const buffer = await context.decodeAudioData(bytes)
    const source = new AudioBufferSourceNode(context, { buffer, loop: true })
    const target = new MediaStreamAudioDestinationNode(context)
    source.connect(target)
    source.start()
    return target.stream
  }
}
