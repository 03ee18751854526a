/**
 * The screen that the shell lets its page record: a tab of Chromium, which plays a file over and over.
 * The page's request goes to the shell's own handler first, and then Chromium captures the tab.
 */
import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright'
import { session } from '../electron-fake.ts'

const title = 'The shared screen'

/** What the screen plays; without it there is none to share. */
const sound = process.env['EARSHOT_STAND_IN_SHARED_SOUND'] ?? ''

export const sharesScreen = sound !== ''

export const sharingFlags = sharesScreen
  ? [
      `--auto-select-tab-capture-source-by-title=${title}`,
      '--autoplay-policy=no-user-gesture-required',
    ]
  : []

export async function openSharedScreen(browser: BrowserContext): Promise<void> {
  if (!sharesScreen) return
  const tab = await browser.newPage()
  await tab.evaluate(play, { title, file: await readFile(sound, 'base64') })
  await browser.pages()[0]?.bringToFront()
}

/** Runs in the tab. */
async function play({ title: name, file }: { title: string; file: string }): Promise<void> {
  document.title = name
  const context = new AudioContext()
  const { buffer: bytes } = Uint8Array.from(atob(file), (char) => char.charCodeAt(0))
  const buffer = await context.decodeAudioData(bytes)
  const source = new AudioBufferSourceNode(context, { buffer, loop: true })
  source.connect(context.destination)
  source.start()
}

export type SharingRequest = { audioRequested: boolean; videoRequested: boolean }

type Granted = { video?: object; audio?: unknown } | null
type Handler = (request: object, answer: (streams: Granted) => void) => void

/** Whether the shell lets the page of this frame have a screen, with its sound. */
export function mayShare(request: SharingRequest, frame: { url: string }): Promise<boolean> {
  const handler = session.defaultSession.handlers.get('display-media') as Handler
  const securityOrigin = frame.url.slice(0, frame.url.indexOf('/', 'app://'.length))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  handler({ ...request, frame, securityOrigin, userGesture: true }, (streams) =>
    resolve(streams?.video !== undefined && streams.audio === 'loopback'),
  )
  return promise
}
