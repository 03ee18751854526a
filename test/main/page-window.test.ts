import type { BrowserWindow as Window } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPageWindow } from '../../main/page-window.ts'
import { BrowserWindow, made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

beforeEach(() => {
  made.windows.length = 0
})

const session = { baseUrl: 'http://127.0.0.1:4777', key: 'first' }

function start() {
  let isBusy = false
  let ends = 0
  const page = createPageWindow({
    // The part of Electron's window that page-window.ts uses.
    open: () => new BrowserWindow({}) as unknown as Window,
    address: () => 'app://earshot/app/',
    isBusy: () => isBusy,
    onEnd: () => (ends += 1),
  })
  const only = () => {
    const [window] = made.windows
    if (!window || made.windows.length > 1) throw new Error('there is not one window')
    return window
  }
  const finish = () => only().webContents.emit('did-finish-load')
  return { page, only, finish, ends: () => ends, setBusy: (now: boolean) => (isBusy = now) }
}

/** Closes as Electron does: gone unless somebody objects. */
function close(window: BrowserWindow): boolean {
  let isKept = false
  window.emit('close', { preventDefault: () => (isKept = true) })
  if (!isKept) window.emit('closed')
  return !isKept
}

test('a service that is ready opens the page; its restart only brings the new key', () => {
  const { page, only, finish } = start()
  page.connect(session)
  finish()
  page.connect({ ...session, key: 'second' })
  expect(only().loaded).toEqual(['app://earshot/app/'])
  expect(only().sent).toEqual([['shell:session', { ...session, key: 'second' }]])
})

test('on another port the page is loaded anew, but never under a recording', () => {
  const { page, only, finish, setBusy } = start()
  page.connect(session)
  finish()
  setBusy(true)
  page.connect({ ...session, baseUrl: 'http://127.0.0.1:5000' })
  expect(only().loaded).toHaveLength(1)
  setBusy(false)
  page.connect({ ...session, baseUrl: 'http://127.0.0.1:5001' })
  expect(only().loaded).toHaveLength(2)
})

test('a closed window that records is hidden and goes on; otherwise it closes', () => {
  const { page, only, finish, setBusy } = start()
  page.connect(session)
  finish()
  setBusy(true)
  only().show()
  expect(close(only())).toBe(false)
  expect([only().isVisible, page.current() !== null]).toEqual([false, true])
  expect(page.stop()).toBe(true)
  expect(only().isVisible).toBe(true)
  expect(only().sent).toEqual([['shell:command', 'stop']])
  page.release()
  expect(close(only())).toBe(true)
  expect(page.current()).toBeNull()
})

test('a link opens its page: in the window that is there, or in a new one', () => {
  const { page, only, finish } = start()
  page.show('/projects/proj_1')
  expect(only().loaded).toEqual(['app://earshot/app/#/projects/proj_1'])
  finish()
  page.show('/search?q=%22x%22')
  expect(only().sent).toEqual([['shell:open-page', '/search?q=%22x%22']])
})

test('a command without a window opens the page that it is about', () => {
  const { page, only } = start()
  page.command('record')
  expect(only().loaded).toEqual(['app://earshot/app/#/record'])
})

test('stop opens nothing: without a page there is nothing that records', () => {
  const { page, only, finish } = start()
  expect(page.stop()).toBe(false)
  expect(made.windows).toEqual([])
  page.connect(session)
  expect(page.stop()).toBe(false) // it is only being loaded
  finish()
  expect(page.stop()).toBe(true)
  expect(only().sent).toEqual([['shell:command', 'stop']])
  expect(only().loaded).toEqual(['app://earshot/app/'])
})

test('a page that crashed or was closed does nothing any more', () => {
  const { page, only, finish, ends } = start()
  page.connect(session)
  finish()
  only().webContents.emit('render-process-gone')
  expect([page.stop(), ends()]).toEqual([false, 1])
  close(only())
  expect([page.stop(), ends()]).toEqual([false, 2])
})

test('the page’s own question about leaving does not keep the window', () => {
  const { page, only } = start()
  page.connect(session)
  let isIgnored = false
  only().webContents.emit('will-prevent-unload', { preventDefault: () => (isIgnored = true) })
  expect(isIgnored).toBe(true)
})

test('a choice of files from the menu counts as a click in the page, and nothing else does', () => {
  const { page, only, finish } = start()
  page.connect(session)
  finish()
  page.command('settings')
  expect(only().gestures).toEqual([])
  page.command('import')
  expect(only().gestures).toEqual(['void 0'])
  expect(only().sent.map(([, command]) => command)).toEqual(['settings', 'import'])
})
