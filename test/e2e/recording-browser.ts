import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Locator, type Page } from 'playwright'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { findChromium, findHeadlessChromium } from '../support/chromium.ts'
import { patienceMs } from './shared-browser.ts'

export type RecordingBrowser = {
  page: Page
  /** What the page said it should not. */
  complaints: string[]
  /** Ends all its processes at once, as a crash would. */
  kill: () => Promise<void>
  /** Holds all its processes still, as a computer that sleeps would, until the answer is called. */
  sleep: () => () => void
  close: () => Promise<void>
}

// What shows pages without windows needs far less of the machine, so that recordings have it.
const program = findHeadlessChromium()
const chromiumItself = findChromium()
/** The only one that can refuse the microphone: the headless shell has no permission to take away. */
export const chromiumWithPermissions = chromiumItself?.endsWith('headless-shell')
  ? null
  : chromiumItself
if (!program) process.stderr.write('SKIPPED: what is recorded, because Chromium is not here.\n')

export const hasRecordingBrowser = program !== null

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--lang=en-US',
  '--window-size=1280,800',
  '--remote-debugging-port=0',
]

/** A microphone that hears a file, over and over, and may be used without a question. */
export const fakeMicrophone = (sound: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${sound}`,
]

/** A browser with a profile on disk; it may be killed and started again. */
export async function startRecordingBrowser(
  profile: string,
  devices: readonly string[],
  executable = program,
): Promise<RecordingBrowser> {
  const portFile = path.join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const args = [...flags, ...devices, `--user-data-dir=${profile}`]
  // A group of its own, so that one signal reaches every process of it.
  const child = spawn(executable ?? '', [...args, 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  })
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portOf(portFile)}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window.')
  context.setDefaultTimeout(patienceMs)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: 1280, height: 800 })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return {
    page,
    complaints,
    kill: () => endGroup(child, 'SIGKILL'),
    sleep: () => {
      signalGroup(child, 'SIGSTOP')
      return () => signalGroup(child, 'SIGCONT')
    },
    close: async () => {
      await browser.close()
      await endGroup(child, 'SIGTERM')
    },
  }
}

async function portOf(file: string): Promise<string> {
  for (;;) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'close')
  signalGroup(child, signal)
  await gone
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}

/** What the pipeline makes of a file: 16 kHz sound, and how long it is. */
export async function decodeTo(source: string, target: string) {
  const deps = { nodePath: process.execPath, runDir: path.dirname(target) }
  return decodeAudio(
    deps,
    { path: source, target },
    {
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
    },
  )
}

/** What the clock of a recording shows. */
export const secondsOn = async (clock: Locator): Promise<number> => {
  const [minutes = 0, seconds = 0] = (await clock.innerText()).split(':').map(Number)
  return 60 * minutes + seconds
}
