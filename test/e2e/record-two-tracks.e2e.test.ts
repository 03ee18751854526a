import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhatIsStale } from '../../main/build.ts'
import { findWhisper } from '../support/models.ts'
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

const canRecord = hasRecordingBrowser && canTranscribe
const workMs = 150_000

describe.skipIf(!canRecord)('the microphone and the sound of a tab', () => {
  let service: ServiceProcess
  let browser: RecordingBrowser
  let folder = ''

  beforeAll(async () => {
    await buildWhatIsStale()
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-call-'))
    const sound = path.join(folder, 'heard.wav')
    await decodeTo(kennedyClip, sound)
    service = await startServiceProcess(path.join(folder, 'data'))
    await service.client.post<Project>('/v1/projects', {
      name: 'Calls',
      settings: { language: 'en' },
    })
    browser = await startRecordingBrowser(path.join(folder, 'profile'), fakeMicrophone(sound))
  })

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('both become live words, and one transcript of two', { timeout: 3 * workMs }, async () => {
    const { page } = browser
    await page.addInitScript(() => {
      if (!location.protocol.startsWith('http')) return
      localStorage.setItem('earshot.recording-consent', 'settled')
      localStorage.setItem('earshot.first-run', 'seen')
    })
    const spoken = await readFile(path.join(speechFolder, 'v02-printing-16k-mono.wav'))
    await page.addInitScript(shareVoice, spoken.toString('base64'))
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Also record the computer’s sound').check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    const level = (name: string) => async () =>
      Number(await page.getByRole('meter', { name }).getAttribute('value'))
    await expect.poll(level('Microphone')).toBeGreaterThan(0.2)
    await expect.poll(level('Computer’s sound')).toBeGreaterThan(0.2)
    const words = page.getByRole('log', { name: 'Live words' })
    const toggle = page.getByRole('switch', { name: 'Transcribe live' })
    const look = async () => {
      if (!(await toggle.isChecked())) await toggle.click()
      return words.innerText()
    }
    await expect.poll(look, { timeout: workMs, interval: 500 }).toMatch(/You|Others/)
    expect(await violationsOf(page)).toEqual([])
    const clock = page.getByRole('main').getByRole('timer')
    const seconds = async () => Number((await clock.innerText()).split(':')[1])
    await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(25)
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await transcript.waitFor({ timeout: workMs })
    await expect.poll(() => transcript.innerText()).toMatch(/country/)
    await expect.poll(() => transcript.innerText()).toMatch(/printing|art|comparatively/i)
    await expect.poll(() => transcript.innerText()).toMatch(/Speaker 1[^]*Speaker 2/)
    expect(browser.complaints).toEqual([])
  })
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
