import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { perChange } from '../support/nightly.ts'
import type { Content, Project } from '../support/path-client.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { kennedyClip } from '../support/sound.ts'
import {
  chromiumWithPermissions,
  decodeTo,
  fakeMicrophone,
  hasRecordingBrowser,
  startRecordingBrowser,
  type RecordingBrowser,
} from './recording-browser.ts'
import { violationsOf } from './violations.ts'

// What goes wrong while somebody records: no microphone, or one that is lost or taken away, a full
// disk, a computer that sleeps, a service that goes away, a recording that two windows could offer.
// What was recorded stays, and the person is told what to do.

const scripted = path.join(import.meta.dirname, '../support/serve-with-scripted-transcriber.ts')

describe.skipIf(!hasRecordingBrowser)('a recording in trouble', () => {
  let service: ServiceProcess
  let project: Project
  let folder = ''
  let fake: string[] = []
  let browser: RecordingBrowser
  let count = 0

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-troubles-'))
    const sound = path.join(folder, 'decoded.wav')
    await decodeTo(kennedyClip, sound)
    fake = fakeMicrophone(sound)
    service = await startService()
    project = await service.client.post<Project>('/v1/projects', { name: 'Speeches' })
  })

  afterEach(async () => browser.close())

  afterAll(async () => {
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const startService = (env: Record<string, string> = {}) =>
    startServiceProcess(path.join(folder, 'data'), env, scripted)

  /** A fresh browser on the screen to record, with everyone's consent. */
  async function openRecorder(
    devices: string[],
    prepare?: () => void,
    executable?: string,
  ): Promise<Page> {
    const profile = path.join(folder, `profile-${(count += 1)}`)
    browser = await startRecordingBrowser(profile, devices, executable)
    const { page } = browser
    await page.addInitScript(() => {
      if (!location.protocol.startsWith('http')) return
      localStorage.setItem('earshot.recording-consent', new Date().toISOString())
      localStorage.setItem('earshot.first-run', 'seen')
    })
    if (prepare) await page.addInitScript(prepare)
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('r')
    return page
  }

  const begin = (page: Page) => page.getByRole('button', { name: 'Start recording' }).click()
  const stop = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
  const untilSeconds = (page: Page, seconds: number) =>
    expect.poll(() => elapsedOn(page)).toBeGreaterThanOrEqual(seconds)
  const level = async (page: Page) =>
    Number(await page.getByRole('meter', { name: 'Microphone' }).getAttribute('value'))
  const arrives = (page: Page) =>
    page.getByRole('heading', { level: 1, name: /^Recording of / }).waitFor()
  const permit = (devtools: CDPSession, setting: 'granted' | 'denied') =>
    devtools.send('Browser.setPermission', {
      origin: service.baseUrl,
      permission: { name: 'microphone' },
      setting,
    })

  test('where there is no microphone, it says so', async () => {
    const page = await openRecorder(['--use-fake-ui-for-media-stream'])
    await begin(page)
    const note = page.getByRole('alert')
    await note.getByText('This microphone was not found').waitFor()
    await note.getByText('Plug one in').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  const refusing = chromiumWithPermissions ?? undefined
  test.skipIf(!refusing)(
    'a microphone is refused, allowed, taken away and given back',
    async () => {
      // Without the answer that a fake microphone has given.
      const page = await openRecorder(fake.slice(1), undefined, refusing)
      const devtools = await page.context().newCDPSession(page)
      await permit(devtools, 'denied')
      await begin(page)
      const note = page.getByRole('alert')
      await note.getByText('Access to the microphone was denied').waitFor()
      await permit(devtools, 'granted')
      await begin(page)
      await untilSeconds(page, 1)
      await permit(devtools, 'denied')
      await note.getByText('The microphone was disconnected').waitFor()
      await note.getByText('The recording is paused; everything so far is kept.').waitFor()
      const held = await elapsedOn(page)
      // Going on without a microphone would record silence.
      await page.getByRole('main').getByRole('button', { name: 'Resume' }).click()
      await note.getByText('Allow the microphone').waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await elapsedOn(page)).toBe(held)
      await permit(devtools, 'granted')
      await note.getByRole('button', { name: 'Continue with the system’s microphone' }).click()
      await untilSeconds(page, held + 2)
      await expect.poll(() => level(page)).toBeGreaterThan(0.2)
      await stop(page)
      await arrives(page)
    },
  )

  test('a microphone that is unplugged hands over to the one of the system', async () => {
    const page = await openRecorder(fake, () => {
      // A cable cannot be pulled here: the track ends as it does then.
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints)
        Reflect.set(window, 'unplug', () => {
          for (const track of stream.getTracks()) {
            track.stop()
            track.dispatchEvent(new Event('ended'))
          }
        })
        return stream
      }
    })
    await begin(page)
    await untilSeconds(page, 1)
    await page.evaluate(() => Reflect.get(window, 'unplug')())
    await page.getByRole('alert').getByText('another one took over').waitFor()
    await untilSeconds(page, 3)
    await expect.poll(() => level(page)).toBeGreaterThan(0.2)
    expect(await violationsOf(page)).toEqual([])
  })

  test('a disk that is full holds it; what it took no more is handed over all the same', async () => {
    const page = await openRecorder(fake)
    const devtools = await page.context().newCDPSession(page)
    // Two of the three files take a megabyte each; what is left is full of sound within seconds.
    const quotaSize = 2_500_000
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: service.baseUrl, quotaSize })
    await begin(page)
    const note = page.getByRole('alert')
    await note.getByText('The disk is full').waitFor({ timeout: 60_000 })
    await note.getByText('Free up space and resume').waitFor()
    expect(await violationsOf(page)).toEqual([])
    // Each attempt records until the disk refuses the next piece, which is less than a second.
    const resume = page.getByRole('main').getByRole('button', { name: 'Resume' })
    const goOn = async () => {
      await resume.click()
      await resume.waitFor()
      await note.getByText('The disk is full').waitFor()
      return elapsedOn(page)
    }
    await expect.poll(goOn, { timeout: 60_000 }).toBeGreaterThan(1)
    const held = await elapsedOn(page)
    await stop(page)
    await arrives(page)
    expect((await lengthOf(page)).decoded).toBeGreaterThan(held - 0.2)
  })

  test('a sleep of the computer is marked, and times stay those of the sound', async () => {
    const page = await openRecorder(fake)
    await begin(page)
    await untilSeconds(page, 2)
    const wake = browser.sleep()
    // From five seconds on it is a sleep; the sound of this one would make it nine.
    await wait(6_500)
    wake()
    await page.getByRole('alert').getByText('The computer slept').waitFor()
    const mark = page.getByLabel(/^Name of the moment at/)
    expect(await mark.inputValue()).toMatch(/^\d+ s not recorded: the computer slept$/)
    await untilSeconds(page, 5)
    const held = await elapsedOn(page)
    expect(held).toBeLessThan(8)
    await stop(page)
    await arrives(page)
    const { played, decoded } = await lengthOf(page)
    // A busy machine delays the microphone, too; the sleep is far longer.
    expect(Math.abs(played - decoded)).toBeLessThan(perChange(3, 0.5))
    expect(Math.abs(played - held)).toBeLessThan(perChange(4, 2))
  })

  test('a service that goes away and comes back takes nothing from what runs', async () => {
    const page = await openRecorder(fake)
    await begin(page)
    await untilSeconds(page, 2)
    const { port } = new URL(service.baseUrl)
    await service.kill()
    await page.getByRole('alert').getByText('does not answer').waitFor({ timeout: 60_000 })
    service = await startService({ EARSHOT_PORT: port })
    // Its key is another one now: the recording goes on behind the question for it.
    const running = page.getByRole('region', { name: 'Recording in progress' })
    await page.getByRole('heading', { name: 'This session has ended' }).waitFor({ timeout: 60_000 })
    await running.getByText('still being recorded').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const before = await elapsedOn(page)
    await page.getByLabel('Or paste a key').fill(service.token)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await untilSeconds(page, before + 2)
    await stop(page)
    await arrives(page)
    expect((await lengthOf(page)).decoded).toBeGreaterThan(before + 1)
  })

  test('what the service did not get is offered in one window, and sent once', async () => {
    const page = await openRecorder(fake)
    const { port } = new URL(service.baseUrl)
    const total = (await listItems()).length
    await begin(page)
    await untilSeconds(page, 2)
    await service.kill()
    await stop(page)
    const kept = 'Recordings kept on this device'
    const here = page.getByRole('region', { name: kept })
    await here.getByText('It could not be uploaded').waitFor({ timeout: 60_000 })
    service = await startService({ EARSHOT_PORT: port })
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/app/#token=${service.token}`)
    const there = other.getByRole('region', { name: kept })
    await there.getByRole('button', { name: 'Keep' }).waitFor()
    await expect.poll(() => here.count()).toBe(0)
    await page.goto('about:blank')
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await here.getByRole('button', { name: 'Keep' }).waitFor()
    await expect.poll(() => there.count()).toBe(0)
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await there.getByRole('button', { name: 'Keep' }).click()
    await arrives(other)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => here.count()).toBe(0)
    expect((await listItems()).length).toBe(total + 1)
  })

  test('a recording that an older version left on this device is offered and submitted', async () => {
    const page = await openRecorder(fake)
    // Written outside the app, which removes a draft that has no sound yet.
    await page.goto(`${service.baseUrl}/app/samples/sample-call.webm`)
    await page.evaluate(writeOldDraft, project.id)
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    const notice = page.getByRole('region', { name: 'Recordings kept on this device' })
    await notice.getByText('“Of an older version”').waitFor()
    await notice.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('heading', { level: 1, name: 'Of an older version' }).waitFor()
    const notes = page.getByRole('list', { name: 'Lines of the notes' })
    await expect.poll(() => notes.innerText()).toBe('Kept by version 0.1')
    const left = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const all = await root.getDirectoryHandle('recordings')
      return Array.fromAsync(Reflect.get(all, 'keys').call(all))
    })
    expect(left).toEqual([])
  })

  const listItems = () => service.client.list<Content>(`/v1/projects/${project.id}/content`)

  /** How long the player says that the open recording is, and how long it sounds. */
  async function lengthOf(page: Page): Promise<{ played: number; decoded: number }> {
    const player = page.locator('video')
    const read = () => player.evaluate((media) => Number(Reflect.get(media, 'duration')))
    await expect.poll(read).toBeGreaterThan(0)
    const address = await player.evaluate((media) => String(Reflect.get(media, 'currentSrc')))
    const file = path.join(folder, `arrived-${count}.webm`)
    await writeFile(file, Buffer.from(await (await fetch(address)).arrayBuffer()))
    const { durationSeconds } = await decodeTo(file, `${file}.wav`)
    return { played: await read(), decoded: durationSeconds }
  }
})

async function elapsedOn(page: Page): Promise<number> {
  const text = await page.getByRole('timer').first().innerText()
  const [minutes = 0, seconds = 0] = text.split(':').map(Number)
  return 60 * minutes + seconds
}

/** Writes a recording as version 0.1 left it after a crash: in its folder, under its file names. */
async function writeOldDraft(projectId: string): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const all = await root.getDirectoryHandle('recordings', { create: true })
  const folder = await all.getDirectoryHandle('old-draft', { create: true })
  const write = async (name: string, content: Blob | string) => {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable()
    await file.write(content)
    await file.close()
  }
  const take = {
    id: 'old-draft',
    name: 'Of an older version',
    project_id: projectId,
    started_at: '2026-11-22T03:00:00.000Z',
    channels: 1,
    mime_type: 'audio/webm;codecs=opus',
    seconds: 3,
    notes: 'Kept by version 0.1',
    markers: [],
    is_seekable: false,
    content_id: null,
  }
  await write('take-b.json', JSON.stringify({ edition: 4, take }))
  await write('take-a.json', '{"edition":5,"ta')
  await write('sound', await (await fetch(location.href)).blob())
}
