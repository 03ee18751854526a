import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWindow } from '../../main/window.ts'
import { made } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-window-'))
  made.windows.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => {
  createWindow({ preload: '/app/preload.cjs', stateFile: path.join(folder, 'w/window.json') })
  return made.windows.at(-1)
}

test('a window is isolated, sandboxed and without Node (reliability.md E-1)', () => {
  expect(open()?.options).toMatchObject({
    webPreferences: {
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    },
  })
})

test('a window comes back where it was closed', async () => {
  open()?.emit('close')
  const stored: unknown = JSON.parse(await readFile(path.join(folder, 'w/window.json'), 'utf8'))
  expect(stored).toEqual({ x: 5, y: 6, width: 900, height: 700 })
  expect(open()?.options).toMatchObject({ x: 5, y: 6, width: 900, height: 700 })
})

test.each(['', '{"width": -1, "height": 700}', '{"width": "wide"}', 'null'])(
  'a damaged window state (%j) gives the usual size',
  async (text) => {
    open()?.emit('close')
    await writeFile(path.join(folder, 'w/window.json'), text)
    expect(open()?.options).toMatchObject({ width: 1_200, height: 800 })
  },
)
