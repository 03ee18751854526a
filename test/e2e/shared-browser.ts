import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright'
import { findHeadlessChromium } from '../support/chromium.ts'

const program = findHeadlessChromium()
if (!program) process.stderr.write('SKIPPED: the browser tests, because Chromium is not here.\n')

export const hasChromium = program !== null

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  // Windows share a process instead of each starting one: an eighth less processor time.
  '--process-per-site',
  '--disable-site-isolation-trials',
]
const look = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  // Whatever moves is drawn sixty times a second, and waited for.
  reducedMotion: 'reduce',
} as const
/** Against what hangs only: what is waited for shares two cores with other files, models and browsers. */
export const patienceMs = 90_000
/** Longer than from one test file to the next. */
const idleMs = 3_000

let browser: Promise<Browser> | undefined
let openContexts = 0
let closing: NodeJS.Timeout | undefined

/**
 * A window with storage of its own, in the one browser of this process; the caller closes it. The
 * browser ends when nobody has had a window in it for some seconds.
 */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  clearTimeout(closing)
  openContexts += 1
  browser ??= chromium.launch({ executablePath: program ?? '', args: flags })
  const context = await (await browser).newContext({ ...look, ...options })
  context.setDefaultTimeout(patienceMs)
  context.once('close', () => {
    openContexts -= 1
    if (openContexts === 0) closing = setTimeout(closeBrowser, idleMs)
  })
  return context
}

function closeBrowser(): void {
  const ending = browser
  browser = undefined
  void ending?.then((one) => one.close())
}
