import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesktopApp, type DesktopApp } from './desktop-app.ts'
import { hasRecordingBrowser } from './recording-browser.ts'

// The real updater in the real shell, with a server of its own and the key of this test. A program is a
// script here, as is the new one: an AppImage is one file, which the updater replaces and starts.

const isPossible = hasRecordingBrowser && process.platform === 'linux'
const signScript = path.join(import.meta.dirname, '../../main/sign-update.ts')

describe.skipIf(!isPossible)('updates', () => {
  let folder = ''
  let program = ''
  let server: Server
  let app: DesktopApp
  let page: Page
  const served = new Map<string, string>()
  const ours = generateKeyPairSync('ed25519')
  const others = generateKeyPairSync('ed25519')

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earshot-updates-'))
    program = path.join(folder, 'Earshot.AppImage')
    await writeFile(program, '#!/bin/sh\n')
    server = createServer((request, response) => {
      const body = served.get(new URL(request.url ?? '', 'http://feed').pathname)
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await mkdir(path.join(folder, 'resources'))
    await writeFile(
      path.join(folder, 'resources/app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: earshot-updater\n`,
    )
    await open()
  })
  afterAll(async () => {
    await app?.kill()
    server?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const open = async () => {
    app = await openDesktopApp({
      dataDir: path.join(folder, 'data'),
      env: {
        APPIMAGE: program,
        XDG_CACHE_HOME: path.join(folder, 'cache'),
        EARSHOT_STAND_IN_RESOURCES: path.join(folder, 'resources'),
        EARSHOT_STAND_IN_UPDATE_KEY: String(ours.publicKey.export({ type: 'spki', format: 'pem' })),
      },
    })
    page = app.page
    await page.getByRole('heading', { level: 1, name: /^(Welcome to Earshot|Home)$/ }).waitFor()
    const skip = button('Skip the first steps')
    if (await skip.isVisible()) await skip.click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.evaluate(() => (location.hash = '#/settings?section=desktop'))
    await button('Check for updates').waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name })
  const told = (text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor()
  /** What the new program leaves behind: how it was started. */
  const startedWith = (version: string) =>
    readFile(path.join(folder, `started-${version}`), 'utf8').catch(() => '')

  /** Puts a version on the server, as a release does: the file, its hash and its signature. */
  async function publish(version: string, { key = ours, hash = '' } = {}): Promise<string> {
    const name = `earshot-${version}-linux-x86_64.AppImage`
    const text = `#!/bin/sh\necho "at once: $APPIMAGE_EXIT_AFTER_INSTALL" > '${folder}/started-${version}'\n`
    const keyFile = path.join(folder, 'key.pem')
    await writeFile(path.join(folder, name), text)
    await writeFile(keyFile, key.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const signatures = execFileSync(
      process.execPath,
      [signScript, keyFile, path.join(folder, name), version],
      { encoding: 'utf8' },
    )
    const sha512 = hash || createHash('sha512').update(text).digest('base64')
    served.set(`/${name}`, text)
    const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${text.length}\n`
    const date = `releaseDate: '2026-11-26T12:00:00.000Z'\n`
    served.set('/latest-linux.yml', `version: ${version}\nfiles:\n${file}${date}${signatures}`)
    return text
  }
  async function fetchUpdate(version: string): Promise<void> {
    await button('Check for updates').click()
    await button(`Download ${version}`).click()
  }
  const installed = () => readFile(program, 'utf8')

  test('a server that has none is said in one line', async () => {
    await button('Check for updates').click()
    await told('The update failed: Cannot find channel "latest-linux.yml"')
    expect(await page.getByRole('status').allInnerTexts()).not.toContain('Headers')
  })

  test('a file that is not the one of the list is refused', async () => {
    await publish('2.0.0', { hash: createHash('sha512').update('other').digest('base64') })
    await fetchUpdate('2.0.0')
    await told('The update failed: The downloaded file is damaged.')
  })

  test('what somebody else signed is refused', async () => {
    await publish('2.0.1', { key: others })
    await fetchUpdate('2.0.1')
    await told('Its signature is not by the makers of Earshot')
    expect(await installed()).toBe('#!/bin/sh\n')
  })

  test('what is signed is in place once the app was quit', async () => {
    const text = await publish('2.1.0')
    await fetchUpdate('2.1.0')
    await told('Version 2.1.0 is ready.')
    expect(await installed()).toBe('#!/bin/sh\n')
    void app.order({ do: 'quit' }).catch(() => undefined)
    expect(await app.gone).toBe(0)
    expect(await installed()).toBe(text)
    expect((await stat(program)).mode & 0o111).not.toBe(0)
    expect(await startedWith('2.1.0')).toBe('at once: true\n')
  })

  test('a restart installs it and starts the new program', async () => {
    await chmod(program, 0o755)
    await open()
    const text = await publish('2.2.0')
    await fetchUpdate('2.2.0')
    await button('Restart and install 2.2.0').click()
    expect(await app.gone).toBe(0)
    expect(await installed()).toBe(text)
    await expect.poll(() => startedWith('2.2.0')).toBe('at once: \n')
  })
})
