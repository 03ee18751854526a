import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { denyNavigation, denyPermissions, isSafeOutside, openOutside } from '../../main/security.ts'
import { made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

const own = 'http://127.0.0.1:4777'
const foreign = [
  'http://127.0.0.1:4778/app/',
  'http://localhost:4777/app/',
  'http://127.0.0.1:4777.example.org/',
  'http://127.0.0.1:4777@example.org/',
  'https://127.0.0.1:4777/',
  'https://example.org/',
  'file:///etc/passwd',
  'data:text/html,x',
  'about:blank',
  '',
]

beforeEach(() => {
  made.opened.length = 0
})

type Decide = (granted: boolean) => void
type Handlers = {
  request: (
    c: unknown,
    permission: string,
    decide: Decide,
    details: { requestingUrl: string },
  ) => void
  check: (c: unknown, permission: string, origin: string) => boolean
  device: () => boolean
}

function permissionHandlers(ownOrigin: string | null): Handlers {
  const handlers: Partial<Handlers> = {}
  const session = {
    setPermissionRequestHandler: (handler: Handlers['request']) => (handlers.request = handler),
    setPermissionCheckHandler: (handler: Handlers['check']) => (handlers.check = handler),
    setDevicePermissionHandler: (handler: Handlers['device']) => (handlers.device = handler),
  }
  // Only the three methods that denyPermissions calls; Electron's Session has fifty.
  denyPermissions(session as unknown as Session, () => ownOrigin)
  return handlers as Handlers // set by the call above, or the tests below fail
}

const isGranted = (handlers: Handlers, permission: string, address: string): boolean => {
  const answers: boolean[] = []
  handlers.request(null, permission, (granted) => answers.push(granted), { requestingUrl: address })
  expect(answers).toHaveLength(1)
  return answers[0] === true
}

test('our own page may use the microphone', () => {
  const handlers = permissionHandlers(own)
  expect(isGranted(handlers, 'media', `${own}/app/`)).toBe(true)
  expect(handlers.check(null, 'media', `${own}/`)).toBe(true)
})

test.each(['geolocation', 'notifications', 'midi', 'clipboard-read', 'openExternal', 'usb', 'hid'])(
  'our own page is denied %s',
  (permission) => {
    const handlers = permissionHandlers(own)
    expect(isGranted(handlers, permission, `${own}/app/`)).toBe(false)
    expect(handlers.check(null, permission, own)).toBe(false)
    expect(handlers.device()).toBe(false)
  },
)

test.each(foreign)('%j is denied the microphone', (address) => {
  const handlers = permissionHandlers(own)
  expect(isGranted(handlers, 'media', address)).toBe(false)
  expect(handlers.check(null, 'media', address)).toBe(false)
})

test('nothing is granted while no service runs', () => {
  expect(isGranted(permissionHandlers(null), 'media', `${own}/app/`)).toBe(false)
})

function page() {
  const opener: { handler?: (details: { url: string }) => { action: string } } = {}
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) =>
      (opener.handler = handler),
  })
  // Only what denyNavigation touches of Electron's WebContents.
  denyNavigation(contents as unknown as WebContents, () => own)
  const isStopped = (event: string, url: string) => {
    const preventDefault = vi.fn()
    contents.emit(event, { url, preventDefault })
    return preventDefault.mock.calls.length === 1
  }
  return { isStopped, open: (url: string) => opener.handler?.({ url }).action }
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s leads to our own page only',
  (event) => {
    const { isStopped } = page()
    expect(isStopped(event, `${own}/app/projects`)).toBe(false)
    for (const address of foreign) expect(isStopped(event, address), address).toBe(true)
  },
)

test('embedded views are never attached', () => {
  expect(page().isStopped('will-attach-webview', `${own}/app/`)).toBe(true)
})

test('no window opens; https goes to the system browser, nothing else does', () => {
  const { open } = page()
  for (const address of ['https://example.org/help', `${own}/app/`, ...foreign]) {
    expect(open(address)).toBe('deny')
  }
  expect(made.opened).toEqual([
    'https://example.org/help',
    'https://127.0.0.1:4777/',
    'https://example.org/',
  ])
})

test.each([
  'http://example.org/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ms-settings:',
  'https://user:secret@example.org/',
  `https://example.org/${'a'.repeat(2_048)}`,
  'example.org',
  42,
  null,
])('%j is not handed to the system', async (address) => {
  expect(isSafeOutside(address)).toBe(false)
  expect(await openOutside(address)).toBe(false)
  expect(made.opened).toEqual([])
})

describe('the page of the protocol of our own', () => {
  const ours = 'app://earshot/app/'
  const handlers = () => permissionHandlers('app://earshot')

  test.each(['media', 'display-capture', 'persistent-storage', 'loopback-network'])(
    'may use %s',
    (permission) => {
      expect(isGranted(handlers(), permission, ours)).toBe(true)
      expect(handlers().check(null, permission, 'app://earshot')).toBe(true)
    },
  )

  test.each(['geolocation', 'notifications', 'midi', 'usb', 'clipboard-read', 'openExternal'])(
    'may not use %s',
    (permission) => expect(isGranted(handlers(), permission, ours)).toBe(false),
  )

  test.each([
    'app://earshots/app/',
    'app://earshot.example.org/app/',
    'app://earshot:80/app/',
    'app://x@earshot/app/',
    'apps://earshot/app/',
    'app:earshot',
    'http://earshot/app/',
    'http://127.0.0.1:4777/app/',
  ])('%s is not it', (address) => {
    expect(isGranted(handlers(), 'media', address)).toBe(false)
  })
})
