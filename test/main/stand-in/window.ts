/** A window as a page of Chromium, driven over its own protocol. */
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { WebContents } from 'electron'
import {
  chromium,
  type BrowserContext,
  type CDPSession,
  type Page,
  type Request,
  type Route,
} from 'playwright'
import { findChromium, findHeadlessChromium } from '../../support/chromium.ts'
import { pageOrigin } from '../../../main/page-protocol.ts'
import { ipcMain, session } from '../electron-fake.ts'
import {
  bindingName,
  pageScript,
  preloadScript,
  sharingChannel,
  worldName,
} from './isolated-world.ts'
import { toChromium, toElectron } from './origin.ts'
import {
  mayShare,
  openSharedScreen,
  sharesScreen,
  sharingFlags,
  type SharingRequest,
} from './shared-screen.ts'

export type WindowOptions = { webPreferences?: { preload?: string } }

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]
type OpenDetails = Parameters<OpenHandler>[0]
type Answer = (request: { url: string; method: string }) => Promise<Response>

const contexts = new Set<Promise<BrowserContext>>()

/** Devices and the like of the page, as a test sets them. */
const flags = (process.env['EARSHOT_STAND_IN_FLAGS'] ?? '').split('\n').filter(Boolean)

export async function endWindows(): Promise<void> {
  for (const context of contexts) await (await context).close().catch(() => undefined)
}

class Contents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly connected = Promise.withResolvers<{ page: Page; cdp: CDPSession }>()
  /** The preload's world of the document that is shown. */
  world: number | null = null

  setWindowOpenHandler = (handler: OpenHandler) => void (this.openHandler = handler)
  executeJavaScript = async (expression: string, userGesture = false) => {
    const { cdp } = await this.connected.promise
    await cdp.send('Runtime.evaluate', { expression, userGesture })
  }
  send = (channel: string, ...args: unknown[]) =>
    void this.inPreload(`standInSend(${JSON.stringify(channel)}, ${JSON.stringify(args)})`)
  async inPreload(expression: string): Promise<void> {
    const { cdp } = await this.connected.promise
    if (this.world === null) return
    await cdp.send('Runtime.evaluate', { expression, contextId: this.world }).catch(() => undefined)
  }
}

export function openWindow({ webPreferences }: WindowOptions, profile: string) {
  const contents = new Contents()
  const context = chromium.launchPersistentContext(profile, {
    // The smaller one captures no tab, and what is muted is not heard in its capture either.
    executablePath: (sharesScreen ? findChromium() : findHeadlessChromium()) ?? '',
    ignoreDefaultArgs: sharesScreen ? ['--mute-audio'] : [],
    viewport: { width: 1280, height: 800 },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
      ...sharingFlags,
      ...flags,
    ],
  })
  contexts.add(context)
  let isLoading = false
  const ready = context.then(async (browser) => {
    const page = browser.pages()[0] ?? (await browser.newPage())
    const cdp = await browser.newCDPSession(page)
    await joinWorlds(contents, cdp, await readFile(webPreferences?.preload ?? '', 'utf8'))
    await grantWhatIsAllowed(cdp)
    await browser.route('**/*', (route) => answer(route, page))
    await openSharedScreen(browser)
    // The shell lets no window in, and was asked before this one came (joinWorlds).
    browser.on('page', (opened) => void opened.close().catch(() => undefined))
    page.on('load', () => contents.emit('did-finish-load'))
    page.on('crash', () => contents.emit('render-process-gone'))
    contents.connected.resolve({ page, cdp })
    return page
  })
  const answer = async (route: Route, page: Page) => {
    const request = route.request()
    const url = toElectron(request.url())
    const isNavigation = request.isNavigationRequest()
    if (isNavigation && !isOf(page, request)) return route.abort('aborted')
    if (isNavigation && !isLoading) {
      let isStopped = false
      contents.emit('will-navigate', { url, preventDefault: () => (isStopped = true) })
      if (isStopped) return route.abort('aborted')
    }
    const handler = session.defaultSession.handlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) return route.continue()
    const response = await (handler as Answer)({ url, method: request.method() })
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }
  return {
    contents,
    load: async (address: string) => {
      const page = await ready
      isLoading = true
      await page.goto(toChromium(address), { waitUntil: 'commit' }).catch(() => null)
      isLoading = false
    },
    end: async () => {
      await (await context).close()
    },
  }
}

/** A page that is only about to open has no frame yet, and no parent. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}

/** What Electron asks the shell about, by its name there and in Chromium's protocol. */
const permissions = [
  ['media', 'microphone'],
  ['display-capture', 'display-capture'],
  ['loopback-network', 'loopback-network'],
  ['persistent-storage', 'persistent-storage'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
] as const

type Check = (contents: null, permission: string, origin: string) => boolean

/** The page may do what the shell's own handler says that it may, and nothing else. */
async function grantWhatIsAllowed(cdp: CDPSession): Promise<void> {
  const check = session.defaultSession.handlers.get('permission-check') as Check
  const origin = toChromium(pageOrigin)
  for (const [name, inChromium] of permissions) {
    const setting = check(null, name, pageOrigin) ? 'granted' : 'denied'
    // One after the other: each is a message of its own.
    // oxlint-disable-next-line no-await-in-loop
    await cdp.send('Browser.setPermission', { permission: { name: inChromium }, setting, origin })
  }
}

async function joinWorlds(contents: Contents, cdp: CDPSession, preload: string): Promise<void> {
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === worldName) contents.world = context.id
  })
  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name === bindingName) void invoke(cdp, payload, executionContextId)
  })
  cdp.on('Page.windowOpen', ({ url }) => {
    contents.openHandler({ url: toElectron(url) } as OpenDetails)
  })
  await cdp.send('Page.enable')
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadScript(preload),
    worldName,
  })
}

/** A call of the preload; its frame is the top one of its page. */
async function invoke(cdp: CDPSession, payload: string, contextId: number): Promise<void> {
  const { id, channel, args } = JSON.parse(payload) as {
    id: number
    channel: string
    args: unknown[]
  }
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const frame = { url: toElectron(frameTree.frame.url), parent: null }
  const work =
    channel === sharingChannel
      ? () => mayShare(args[0] as SharingRequest, frame)
      : () => ipcMain.handlers.get(channel)?.({ senderFrame: frame }, ...args)
  const given = await Promise.resolve()
    .then(work)
    .then(
      (value) => ({ id, value }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
  const expression = `standInAnswer(${JSON.stringify(given)})`
  await cdp.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined)
}
