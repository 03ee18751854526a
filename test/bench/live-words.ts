/**
 * Live words on real input: Chromium's fake microphone hears recordings, and the page shows what the
 * service hears. `npx node test/bench/live-words.ts [--beside] [FOLDER NAME…]`; the folder has a
 * manifest.json with `file`, `text` and `language`. With `--beside` a transcription of ten minutes
 * runs meanwhile. Without a folder: the clip that every checkout has.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createEarshot } from 'earshot/client'
import type { Page } from 'playwright'
import { buildWhatIsStale } from '../../main/build.ts'
import { decodeTo, fakeMicrophone, startRecordingBrowser } from '../e2e/recording-browser.ts'
import { shortestClip } from '../support/models.ts'
import { startMeasuredService, type ServiceProcess } from '../support/service-process.ts'
import { wordErrors } from '../support/word-error-rate.ts'
import { composeSpeech } from './composed-speech.ts'
import { add, printRows, quantile } from './report.ts'

type Clip = { file: string; text: string; language: string }
/** One answer of the service, and when the text of the page changed after it. All in seconds. */
type Answered = {
  end: number
  words: { text: string; end: number }[]
  shownAt: number
  took: number
}

const kennedy: Clip = {
  file: shortestClip,
  text: 'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
  language: 'en',
}

async function readClips([folder, ...names]: string[]): Promise<Clip[]> {
  if (folder === undefined) return [kennedy]
  // Written beside the recordings, for tests like this one.
  const all = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Clip[]
  return names.map((name) => {
    const clip = all.find(({ file }) => file.startsWith(name))
    if (!clip) throw new Error(`The manifest has no ${name}.`)
    return { ...clip, file: path.join(folder, clip.file) }
  })
}

/** Notes in the page when each chunk was sent, what came back, and when the text changed. */
function watch(): void {
  const answers: Answered[] = []
  Reflect.set(globalThis, 'answers', answers)
  const seconds = () => performance.now() / 1_000
  const plain = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('/live-words/')) return plain(request)
    const end = seconds()
    const bytes = (await request.clone().arrayBuffer()).byteLength
    const answer = await plain(request)
    const { data } = await answer.clone().json()
    const start = end - (bytes - 44) / 32_000
    const words = (data?.segments ?? []).flatMap((segment: { words: Answered['words'] }) =>
      segment.words.map((word) => ({ text: word.text, end: start + word.end })),
    )
    const one = { end, words, shownAt: Infinity, took: seconds() - end }
    // Two frames later what the answer changed has been drawn.
    setTimeout(() => {
      requestAnimationFrame(() => requestAnimationFrame(() => (one.shownAt = seconds())))
    })
    answers.push(one)
    return answer
  }
}

/** For each word: how long after its end it was first shown, wherever it was heard first. */
function delaysOf(answers: readonly Answered[]): number[] {
  const shown: { text: string; end: number }[] = []
  const delays: number[] = []
  for (const { words, shownAt } of answers) {
    for (const word of words) {
      const isKnown = shown.some(
        ({ text, end }) => spell(text) === spell(word.text) && Math.abs(end - word.end) < 0.6,
      )
      if (isKnown) continue
      shown.push(word)
      if (Number.isFinite(shownAt)) delays.push(shownAt - word.end)
    }
  }
  return delays
}

const spell = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

async function measure(service: ServiceProcess, folder: string, clip: Clip): Promise<void> {
  const sound = path.join(folder, `${path.parse(clip.file).name}.wav`)
  const { durationSeconds } = await decodeTo(clip.file, sound)
  const profile = await mkdtemp(path.join(folder, 'profile-'))
  const browser = await startRecordingBrowser(profile, fakeMicrophone(`${sound}%noloop`))
  try {
    const { page } = browser
    await page.addInitScript(watch)
    await page.goto(`${service.baseUrl}/app/#token=${service.token}`)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.getByRole('button', { name: 'Everyone knows: start' }).click()
    await page.getByRole('log', { name: 'Live transcript' }).waitFor()
    await page.waitForTimeout((durationSeconds + 12) * 1_000)
    await report(page, clip)
  } finally {
    await browser.close()
  }
}

async function report(page: Page, { file, text, language }: Clip): Promise<void> {
  const answers = await page.evaluate(() => Reflect.get(globalThis, 'answers') as Answered[]) // of watch
  const { settled, all } = await page.getByRole('log').evaluate((log) => {
    const whole = log.textContent
    for (const open of log.querySelectorAll('[data-tentative]')) open.remove()
    return { settled: log.textContent, all: whole }
  })
  const name = path.parse(file).name.slice(0, 24)
  const delays = delaysOf(answers)
  const show = (values: number[], share: number) => quantile(values, share).toFixed(2)
  const took = answers.map((one) => one.took)
  add(`${name}: word's end to its showing, median s`, show(delays, 0.5))
  add(`${name}: the same, p90 (of ${delays.length} words)`, show(delays, 0.9))
  add(`${name}: an answer takes, median and p90 s`, `${show(took, 0.5)} ${show(took, 0.9)}`)
  add(`${name}: word errors, settled`, wordErrors(text, settled, language).rate.toFixed(3))
  add(`${name}: word errors, with tentative`, wordErrors(text, all, language).rate.toFixed(3))
}

const [isBeside, args] = [process.argv.includes('--beside'), process.argv.slice(2)]
const clips = await readClips(args.filter((word) => word !== '--beside'))
await buildWhatIsStale()
const folder = await mkdtemp(path.join(tmpdir(), 'earshot-live-'))
const service = await startMeasuredService(path.join(folder, 'data'))
try {
  const earshot = createEarshot({ baseUrl: service.baseUrl, apiKey: service.token })
  const language = clips[0]?.language ?? null
  const { data: project } = await earshot.createProject({
    body: { name: 'Bench', settings: { language } },
  })
  if (isBeside) {
    const { file } = await composeSpeech(folder, { seconds: 600 })
    await earshot.upload(project.id, new File([await readFile(file)], path.basename(file)))
  }
  for (const clip of clips) await measure(service, folder, clip)
  add('load of the machine at the end', loadavg()[0]?.toFixed(1) ?? '')
  const { data: items } = await earshot.listContent({ path: { projectId: project.id } })
  for (const { status, progress } of items) {
    add('the ten minutes meanwhile', `${status} ${progress ?? ''}`)
  }
  printRows()
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
