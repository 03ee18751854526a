import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveEnginesChanged } from '../support/changed-files.ts'
import { findWhisper } from '../support/models.ts'
import { isNightly } from '../support/nightly.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { kennedyClip, readPcm } from '../support/sound.ts'
import {
  decodeTo,
  fakeMicrophone,
  hasRecordingBrowser,
  secondsOn,
  startRecordingBrowser,
  type RecordingBrowser,
} from './recording-browser.ts'
import { violationsByNight } from './violations.ts'

// A microphone that hears a real recording: recorded in the page, it becomes words, an analysis and
// a hit of a search; and a browser that is killed while it records offers what it has of it. How much that loses is
// measured by night, in record-kills.

// With each change the words are scripted, and the sound is decoded; test/engine/ hears real words.
const isWithSpeech = isNightly || haveEnginesChanged()
const canTranscribe = isWithSpeech && (await findWhisper()) !== undefined
if (isWithSpeech && !canTranscribe)
  process.stderr.write('SKIPPED: words of what is recorded, without whisper-cli.\n')

const workMs = 100_000
/** The whole clip where its words are heard. */
const enoughSeconds = canTranscribe ? 12 : 4
const spokenWords = canTranscribe ? /country can do|do for you/ : /send the contract/

describe.skipIf(!hasRecordingBrowser)('recording in the page', () => {
  let service: ServiceProcess
  let folder = ''
  let sound = ''
  let browser: RecordingBrowser
  let stoppedAt = 0

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-record-'))
    sound = path.join(folder, 'heard.wav')
    await decodeTo(kennedyClip, sound)
    const scripted = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')
    service = canTranscribe
      ? await startServiceProcess(path.join(folder, 'data'))
      : await startServiceProcess(path.join(folder, 'data'), {}, scripted)
    const settings = { language: 'en' }
    await service.client.post('/v1/projects', { name: 'Speeches', settings })
  })

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const openBrowser = async (profile: string): Promise<Page> => {
    browser = await startRecordingBrowser(path.join(folder, profile), fakeMicrophone(sound))
    const { page } = browser
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  test('R opens the recorder; it asks whether everyone knows, and the side bar shows it runs', async () => {
    const page = await openBrowser('first')
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: 'Record' }).waitFor()
    expect(await violationsByNight(page)).toEqual([])
    await page.getByLabel('Name').fill('Inauguration')
    await page.getByRole('button', { name: 'Start recording' }).click()
    const question = page.getByRole('dialog', { name: 'Does everyone know?' })
    await question.getByText('before the first recording of each day').waitFor()
    await question.getByRole('button', { name: 'Everyone knows: start' }).click()
    await page.getByRole('region', { name: 'Recording in progress' }).waitFor()
    const meter = page.getByRole('meter', { name: 'Microphone' })
    await expect.poll(async () => Number(await meter.getAttribute('value'))).toBeGreaterThan(0.2)
    // The words that appear meanwhile are tested by night, as they take a second transcription.
    if (!isNightly) await page.getByRole('switch', { name: 'Transcribe live' }).click()
  })

  test('moments are marked and named, notes are taken, and it goes on behind other screens', async () => {
    const { page } = browser
    const clock = page.getByRole('main').getByRole('timer')
    await expect.poll(() => secondsOn(clock)).toBeGreaterThan(1)
    // The caret is in the notes, where M is a letter.
    await page.keyboard.type('M')
    await page.getByRole('button', { name: 'Mark', exact: true }).press('m')
    await page.getByLabel(/^Name of the moment at/).fill('The question')
    await page
      .getByRole('textbox', { name: 'Notes' })
      .fill('Mary begins.\nAsk where the xylophone is.')
    expect(await violationsByNight(page)).toEqual([])
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    const badge = page.getByRole('region', { name: 'Recording in progress' })
    await badge.getByRole('button', { name: 'Pause' }).click()
    await badge.getByText('Paused').waitFor()
    const paused = await badge.getByRole('timer').innerText()
    await badge.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => badge.getByRole('timer').innerText()).not.toBe(paused)
    await badge.getByRole('link').click()
    await expect.poll(() => secondsOn(clock), { timeout: 30_000 }).toBeGreaterThan(enoughSeconds)
  })

  test.skipIf(!canTranscribe || !isNightly)(
    'its words appear while it runs',
    { timeout: 2 * workMs },
    async () => {
      const { page } = browser
      const words = page.getByRole('log', { name: 'Live transcript' })
      const toggle = page.getByRole('switch', { name: 'Transcribe live' })
      // The clip comes again and again: some of its words. Where this machine is so busy that live
      // words are given up, they are asked for again.
      const look = async () => {
        if (!(await toggle.isChecked())) await toggle.click()
        return words.innerText()
      }
      await expect.poll(look, { timeout: workMs, interval: 500 }).toMatch(/country|Americans|ask/i)
      expect(await violationsByNight(page)).toEqual([])
      // Off is remembered, and what was heard stays until the recording ends.
      await toggle.click()
      expect(await toggle.isChecked()).toBe(false)
      expect(await words.innerText()).not.toBe('')
    },
  )

  test('stopped, it becomes a recording with its words, its notes and its moments', async () => {
    const { page } = browser
    await page.getByRole('main').getByRole('button', { name: 'Stop' }).click()
    stoppedAt = performance.now()
    await page.getByRole('heading', { level: 1, name: 'Inauguration' }).waitFor()
    const notes = page.getByRole('region', { name: 'Notes' })
    const lines = notes.getByRole('list', { name: 'Lines of the notes' })
    await expect
      .poll(() => lines.innerText())
      .toMatch(/0:\d\d\s+Mary begins\.[^]*0:\d\d\s+Ask where the xylophone is\./)
    const moment = notes.getByLabel(/^Name of the moment at/)
    expect(await moment.inputValue()).toBe('The question')
    const kept = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const all = await root.getDirectoryHandle('draft-recordings')
      return Array.fromAsync(Reflect.get(all, 'keys').call(all))
    })
    expect(kept).toEqual([])
  })

  test('what was recorded is sound of that length', async () => {
    const data = path.join(folder, 'data', 'recordings')
    const [file = ''] = (await readdir(data)).filter((name) => !name.endsWith('.json'))
    const target = path.join(folder, 'recorded.wav')
    const { durationSeconds } = await decodeTo(path.join(data, file), target)
    expect(durationSeconds).toBeGreaterThan(enoughSeconds - 1)
    expect(readPcm(target).samples.some((sample) => sample > 3_000)).toBe(true)
  })

  test('words, analysis and search', { timeout: 2 * workMs }, async () => {
    const { page } = browser
    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await transcript.waitFor({ timeout: workMs })
    await expect.poll(() => transcript.innerText(), { timeout: workMs }).toMatch(spokenWords)
    const waited = (performance.now() - stoppedAt) / 1_000
    process.stdout.write(`Words ${waited.toFixed(1)} s after the stop\n`)
    await transcript
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click()
    await expect
      .poll(() => page.locator('video').evaluate((media) => Reflect.get(media, 'currentTime')))
      .toBeGreaterThan(1)
    for (const q of [canTranscribe ? 'country' : 'contract', 'xylophone']) {
      await page.evaluate((words) => (location.hash = `#/search?q=${words}`), q)
      await page.getByRole('main').getByRole('link', { name: 'Inauguration' }).first().waitFor()
    }
    expect(browser.complaints).toEqual([])
  })

  test.skipIf(!canTranscribe || !isNightly)(
    'beneath each line of the notes is what was said then, and it is analysed',
    { timeout: 2 * workMs },
    async () => {
      const { page } = browser
      await page.getByRole('main').getByRole('link', { name: 'Inauguration' }).first().click()
      const notes = page.getByRole('region', { name: 'Notes' })
      await notes
        .getByRole('button', { name: /^Speaker 1 \w/ })
        .first()
        .waitFor()
      const panel = page.getByRole('region', { name: 'Analysis' })
      await panel.getByRole('button', { name: 'Run', exact: true }).click()
      await panel.getByRole('heading', { name: 'Summary' }).waitFor({ timeout: workMs })
    },
  )

  test('on Home one press is enough, with the choices of last time', async () => {
    const { page } = browser
    const main = page.getByRole('main')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await main.getByRole('button', { name: 'Record now' }).click()
    await page.getByRole('region', { name: 'Recording in progress' }).waitFor()
    await expect.poll(() => secondsOn(main.getByRole('timer'))).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await main.getByRole('button', { name: 'Back to the recording' }).click()
    await expect.poll(() => secondsOn(main.getByRole('timer'))).toBeGreaterThan(1)
    expect(browser.complaints).toEqual([])
  })

  test('a browser that was killed offers what it recorded, and that is added', async () => {
    // Its words are nothing new (above), so they wait.
    if (!isNightly) await service.client.post('/v1/queue/pause')
    await browser.kill()
    const page = await openBrowser('first')
    const notice = page.getByRole('region', { name: 'Recordings kept on this device' })
    await notice.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('heading', { level: 1, name: /^Recording of / }).waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(await service.client.get('/v1/content')).toHaveLength(2)
  })
})
