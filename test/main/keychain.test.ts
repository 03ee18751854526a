import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { hasKeychain, serveKeychain } from '../../main/keychain.ts'
import { keychainByShell } from '../../service/shell-keychain.ts'
import { safeStorage } from './electron-fake.ts'

vi.mock('electron', () => import('./electron-fake.ts'))

afterEach(() => safeStorage.reset())

/** The two ends of the port between shell and service. */
function connect() {
  const service = new EventEmitter()
  const port = new EventEmitter()
  const toShell = (message: unknown) => void service.emit('message', message)
  const toService = (data: unknown) => void port.emit('message', { data })
  // Only what the shell uses of a utility process.
  serveKeychain(Object.assign(service, { postMessage: toService }) as never)
  return { parentPort: Object.assign(port, { postMessage: toShell }) }
}

test('the service seals and opens a key through its shell', async () => {
  const keychain = keychainByShell(connect(), { shellHasKeychain: true })
  const secret = Buffer.from('the key of a library')
  const sealed = (await keychain?.seal(secret)) ?? Buffer.alloc(0)
  expect(sealed.includes(secret)).toBe(false)
  expect(await keychain?.open(sealed)).toEqual(secret)
})

test('what the keychain no longer has opens nothing, and what it cannot keep is told', async () => {
  const keychain = keychainByShell(connect(), { shellHasKeychain: true })
  const sealed = (await keychain?.seal(Buffer.from('key'))) ?? Buffer.alloc(0)
  safeStorage.isBroken = true
  expect(await keychain?.open(sealed)).toBeNull()
  await expect(keychain?.seal(Buffer.from('key'))).rejects.toThrow(/could not keep/)
})

test('there is none without a shell, and none where the system has none', () => {
  expect(keychainByShell({}, { shellHasKeychain: true })).toBeNull()
  expect(keychainByShell(connect(), { shellHasKeychain: false })).toBeNull()
  expect(hasKeychain()).toBe(true)
  safeStorage.backend = 'basic_text'
  expect(hasKeychain()).toBe(process.platform !== 'linux')
})
