import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findSession } from '../../service/cli/discovery.ts'
import * as electron from './electron-fake.ts'

// The list of start-up itself, with the real service as its child: only Electron is not there.

const { app, ipcMain, made, Menu, session } = electron
// The same one each time that the list of start-up is loaded anew.
vi.doMock('electron', () => electron)

const startMs = 60_000
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-shell-'))
  vi.stubEnv('EARSHOT_DATA_DIR', dataDir)
  vi.stubEnv('EARSHOT_PORT', '0')
  vi.stubEnv('EARSHOT_LOG_LEVEL', 'warn')
  // What a test runner sets for itself is not for the product.
  vi.stubEnv('NODE_OPTIONS', '')
  // Electron's own; nothing lies there in development.
  Reflect.set(process, 'resourcesPath', path.join(dataDir, 'resources'))
})

afterAll(async () => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(process, 'resourcesPath')
  for (const child of made.children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const ours = { senderFrame: { url: 'app://earshot/app/', parent: null } }
const call = (name: string, event: unknown = ours, ...args: unknown[]) =>
  Promise.resolve().then(() => ipcMain.handlers.get(`desktop:${name}`)?.(event, ...args))

function window() {
  const [only] = made.windows
  if (!only || made.windows.length > 1) throw new Error('There is not one window.')
  return only
}

test('a second instance leaves at once and starts nothing', async () => {
  app.isAlone = false
  await import('../../main/index.ts')
  expect(app.hasQuit).toBe(true)
  expect(app.asked).not.toContain('ready')
  expect(made.children).toEqual([])
  app.isAlone = true
  app.hasQuit = false
  app.asked.length = 0
  app.removeAllListeners()
})

describe('the only instance', () => {
  beforeAll(async () => {
    vi.resetModules()
    await import('../../main/index.ts')
  })

  test('before it is ready: its scheme, its place for Chromium’s files, its sandbox', () => {
    expect(app.asked.slice(0, 4)).toEqual([
      'schemes app',
      `userData ${path.join(dataDir, 'window')}`,
      'sandbox',
      'ready',
    ])
  })

  test(
    'one window opens on its own page, once the service is there',
    { timeout: startMs },
    async () => {
      await expect.poll(() => made.windows.length, { timeout: startMs }).toBe(1)
      expect(window().loaded).toEqual(['app://earshot/app/'])
      expect([...session.defaultSession.handlers.keys()].toSorted()).toEqual([
        'app',
        'device-permission',
        'display-media',
        'permission-check',
        'permission-request',
      ])
      expect(app.asked).toContain('links earshot')
    },
  )

  test('the page is given the key of this launch, and no other page is', async () => {
    const given = await call('session')
    const { baseUrl, key } = given as { baseUrl: string; key: string } // what bridge.ts answers
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${baseUrl}/v1/projects`, { headers })).status).toBe(200)
    const stranger = { senderFrame: { url: 'https://example.org/', parent: null } }
    await expect(call('session', stranger)).rejects.toThrow('Refused')
  })

  test('menu and links reach the page', () => {
    window().webContents.emit('did-finish-load')
    const items = Menu.application.flatMap(({ submenu }) => submenu ?? [])
    const press = (label: string) => items.find((item) => item.label === label)?.click?.()
    press('Import recordings…')
    press('Keyboard shortcuts')
    app.emit('second-instance', {}, ['earshot', 'earshot://search?q=pricing'])
    expect(window().sent).toEqual([
      ['shell:command', 'import'],
      ['shell:command', 'keys'],
      ['shell:open-page', '/search?q=%22pricing%22'],
    ])
    expect(window().gestures).toHaveLength(1)
  })

  test('the page’s word for what goes on reaches the tray', async () => {
    await call('note-activity', ours, { recording: 'recording', uploads: 0 })
    expect(made.trays.at(-1)?.tip).toBe('Earshot: recording')
  })

  test('the shortcut stops a recording, and the tray’s stop one that is no more says so', async () => {
    const tray = () => made.trays.at(-1)
    const stop = tray()?.menu.find(({ label }) => label === 'Stop recording')
    window().sent.length = 0
    stop?.click?.()
    expect(window().sent).toEqual([['shell:command', 'stop']])
    expect(made.notifications).toEqual([])
    // The page's process dies before it could say that it records no more.
    window().webContents.emit('render-process-gone')
    expect(tray()?.tip).toBe('Earshot')
    window().sent.length = 0
    window().loaded.length = 0
    stop?.click?.()
    expect(made.notifications.map(({ options }) => options)).toEqual([
      { title: 'Nothing is being recorded.', body: 'So there was nothing to stop.' },
    ])
    expect([window().sent, window().loaded]).toEqual([[], []])
    window().webContents.emit('did-finish-load')
  })

  test('quitting waits for the service, and leaves none behind', { timeout: startMs }, async () => {
    const [service] = made.children
    if (!service) throw new Error('No service was started.')
    const gone = once(service, 'exit')
    app.quit()
    expect(app.hasQuit).toBe(false)
    await gone
    await expect.poll(() => app.hasQuit).toBe(true)
    expect(await findSession(dataDir)).toBeNull()
  })
})
