import { generateKeyPairSync } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signUpdate } from '../../main/sign-update.ts'
import { updateKey } from '../../main/update-key.ts'
import { hashOf, isNewer } from '../../main/update-signature.ts'
import type { UpdateState } from '../../main/desktop-api.ts'
import { createUpdates } from '../../main/updates.ts'

const platform = 'linux-x64'
const keys = makeKeys()
const other = makeKeys()
let folder = ''
let installer = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-updates-'))
  installer = path.join(folder, 'earshot-1.2.0-linux-x64.AppImage')
  await writeFile(installer, Buffer.alloc(100_000, 'new program '))
  await writeFile(path.join(folder, 'app-update.yml'), 'provider: generic\n')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const sign = (change: { file?: string; version?: string; platform?: string } = {}, key = keys) =>
  signUpdate({ file: installer, version: '1.2.0', platform, ...change }, key.privateKey)

/** electron-updater as far as we use it: what its server offers, and the file that it fetched. */
function fakeUpdater(version: string, signature: string | undefined) {
  const name = path.basename(installer)
  const updater = Object.assign(new EventEmitter(), {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    allowPrerelease: true,
    restarts: 0,
    checkForUpdates: async () => ({
      isUpdateAvailable: true,
      updateInfo: {
        version,
        files: [{ url: name, sha512: await hashOf(installer) }],
        ...(signature !== undefined && { earshotSignatures: { [name]: signature } }),
      },
    }),
    downloadUpdate: async () => {
      updater.emit('download-progress', { percent: 41.7 })
      return [installer]
    },
    quitAndInstall: () => void updater.restarts++,
  })
  return updater
}

function open(updater: ReturnType<typeof fakeUpdater>, publicKey: string | null = keys.publicKey) {
  const states: UpdateState[] = []
  const failures: string[] = []
  const updates = createUpdates({
    sourceFile: path.join(folder, 'app-update.yml'),
    publicKey,
    version: '1.1.9',
    platform,
    // Only what updates.ts calls is faked.
    loadUpdater: async () => updater as unknown as AppUpdater,
    log: { info: () => undefined, error: () => undefined },
    onChange: (state) => void states.push(state),
    onNotInstalled: (reason) => void failures.push(reason),
  })
  return { updates, states, failures }
}

test('a signed update is offered, fetched with progress, and installed when it is wished', async () => {
  const updater = fakeUpdater('1.2.0', await sign())
  const { updates, states } = open(updater)
  expect(await updates.check()).toEqual({ kind: 'available', version: '1.2.0' })
  expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false])
  expect([updater.allowDowngrade, updater.allowPrerelease]).toEqual([false, false])
  expect(await updates.download()).toEqual({ kind: 'ready', version: '1.2.0' })
  expect(states).toContainEqual({ kind: 'downloading', version: '1.2.0', percent: 42 })
  expect(updater.autoInstallOnAppQuit).toBe(true)
  expect(updater.restarts).toBe(0)
  updates.install()
  await expect.poll(() => updater.restarts).toBe(1)
})

test('what could not be installed is said, and not tried once more while it quits', async () => {
  const updater = fakeUpdater('1.2.0', await sign())
  updater.quitAndInstall = () => void updater.emit('error', new Error('The disk is full.\nStack'))
  const { updates, failures } = open(updater)
  await updates.check()
  await updates.download()
  updates.install()
  await expect.poll(() => failures).toEqual(['The disk is full.'])
  expect(updater.autoInstallOnAppQuit).toBe(false)
})

test('an installation that its updater cannot replace offers no updates', async () => {
  const updater = fakeUpdater('1.2.0', await sign())
  const { updates } = open(Object.assign(updater, { checkForUpdates: async () => null }))
  expect(await updates.check()).toEqual({ kind: 'off' })
})

/** reliability.md E-7: what a server, or somebody in between, could offer instead. */
const tampered: Record<string, () => Promise<{ version?: string; signature?: string }>> = {
  'a flipped byte': async () => {
    const signature = await sign()
    const bytes = await readFile(installer)
    bytes.writeUInt8((bytes[5_000] ?? 0) ^ 1, 5_000)
    await writeFile(installer, bytes)
    return { signature }
  },
  'another key': async () => ({ signature: await sign({}, other) }),
  'no signature': async () => ({}),
  'an older version, rightly signed once': async () => ({
    version: '1.1.8',
    signature: await sign({ version: '1.1.8' }),
  }),
  'the file of another system': async () => ({ signature: await sign({ platform: 'win32-x64' }) }),
  'another file, with its hash in the manifest': async () => {
    const signature = await sign()
    await writeFile(installer, 'an evil program, whose hash the manifest names')
    return { signature }
  },
  'an older file under a new version': async () => ({
    signature: await sign({ version: '1.1.0' }),
  }),
  'another file’s signature': async () => {
    const file = path.join(folder, 'other.AppImage')
    await writeFile(file, await readFile(installer))
    return { signature: await sign({ file }) }
  },
}

test.each(Object.entries(tampered))('%s is refused and never installed', async (_name, make) => {
  const { version = '1.2.0', signature } = await make()
  const updater = fakeUpdater(version, signature)
  const { updates } = open(updater)
  await updates.check()
  expect(await updates.download()).toMatchObject({ kind: 'failed' })
  updates.install()
  expect([updater.autoInstallOnAppQuit, updater.restarts]).toEqual([false, 0])
})

test('without a key or an update address there are no updates, and nobody is asked', async () => {
  const { updates } = open(fakeUpdater('1.2.0', await sign()), null)
  expect(await updates.check()).toEqual({ kind: 'off' })
  await rm(path.join(folder, 'app-update.yml'))
  const { updates: same } = open(fakeUpdater('1.2.0', await sign()))
  expect(await same.check()).toEqual({ kind: 'off' })
  expect(updateKey).toBeNull()
})

test.each([
  ['1.2.0', '1.1.9', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.1.9', '1.1.9', false],
  ['1.1.8', '1.1.9', false],
  ['0.9.0', '1.0.0', false],
  ['1.2.0-beta', '1.1.0', false],
  ['', '1.1.0', false],
])('%s after %s: %s', (version, installed, isAfter) => {
  expect(isNewer(version, installed)).toBe(isAfter)
})
