import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findElectron } from '../../main/find-electron.ts'
import { openBrowser } from '../../main/open-browser.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'earshot-electron-'))
  await mkdir(path.join(root, 'node_modules/electron/dist'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = (name: string, text: string) =>
  writeFile(path.join(root, 'node_modules/electron', name), text)

test('a package without its program is no Electron', async () => {
  expect(findElectron(root, {})).toBeNull()
  await put('path.txt', 'electron')
  expect(findElectron(root, {})).toBeNull()
})

test('a complete download is found', async () => {
  await put('path.txt', 'electron')
  await put('dist/electron', '')
  expect(findElectron(root, {})).toBe(path.join(root, 'node_modules/electron/dist/electron'))
})

test('a program kept elsewhere is found', async () => {
  const elsewhere = path.join(root, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(path.join(elsewhere, 'electron'), '')
  const env = { ELECTRON_OVERRIDE_DIST_PATH: elsewhere }
  expect(findElectron(root, env)).toBe(path.join(elsewhere, 'electron'))
})

test.each([{ CI: 'true' }, { EARSHOT_NO_OPEN: '1' }])('no browser is opened with %o', (env) => {
  expect(openBrowser('http://127.0.0.1:1/', { DISPLAY: ':0', ...env })).toBe(false)
})
