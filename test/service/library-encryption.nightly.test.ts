import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  encrypt,
  encryptedLibraryForTests,
  look,
  passphrase,
  reach,
} from '../support/encrypted-library.ts'
import { memoryKeychain } from '../support/keychain.ts'
import { recover } from '../support/library-host.ts'

// With each change library-encryption.test.ts encrypts a library, and opens it with passphrase and code.

const { library, copyOf, at, start, stop, transcripts } = encryptedLibraryForTests()

test('what a host has at hand opens it; a changed passphrase and code take the place of the old', async () => {
  const keychain = memoryKeychain()
  await copyOf(library().plain)
  const running = await start({ keychain })
  const first = await encrypt(running, { use_keychain: true })
  const change = (body: object) => running.call('PATCH', '/v1/encryption', { body })
  expect((await change({ passphrase: 'another eight' })).status).toBe(200)
  const renewed = await running.call('POST', '/v1/encryption/recovery-code')
  await stop()

  const opened = await start({ keychain })
  expect(await look(opened)).toMatchObject({ state: 'on', has_keychain: true })
  const off = { body: { use_keychain: false } }
  expect((await opened.call('PATCH', '/v1/encryption', off)).status).toBe(200)
  await stop()

  const locked = await start({ keychain })
  expect(await look(locked)).toMatchObject({ state: 'locked' })
  const unlock = (body: object) => locked.call('POST', '/v1/encryption/unlock', { body })
  expect((await unlock({ passphrase })).status).toBe(403)
  expect((await unlock({ recovery_code: first })).status).toBe(403)
  expect((await unlock({ recovery_code: renewed.body.data.recovery_code })).status).toBe(202)
  await stop()

  const byPassphrase = await start({ passphrase: 'another eight' })
  expect(await look(byPassphrase)).toMatchObject({ state: 'on' })
  const none = await byPassphrase.call('PATCH', '/v1/encryption', { body: { use_keychain: true } })
  expect(none).toMatchObject({ status: 409, body: { error: { code: 'encryption_not_possible' } } })
})

test('it becomes readable again, as it was, and the audit log tells of it', async () => {
  await copyOf(library().plain)
  const running = await start()
  const before = await transcripts(running)
  await encrypt(running)
  expect((await running.call('POST', '/v1/encryption', { body: { passphrase } })).status).toBe(409)
  expect((await running.call('DELETE', '/v1/encryption')).status).toBe(202)
  await reach(running, 'off')
  expect(await transcripts(running)).toBe(before)
  const { body } = await running.call('GET', '/v1/audit-log')
  const actions = body.data.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(['encryption.ended', 'encryption.begun'])
  await stop()
  const names = await readdir(at())
  expect(names.filter((name) => name.startsWith('library-key'))).toEqual([])
  for (const id of library().ids) {
    const soundIn = (folder: string) => readFile(path.join(folder, 'recordings', id))
    expect(await soundIn(at())).toEqual(await soundIn(library().plain.dataDir))
  }
  expect((await look(await start()))?.state).toBe('off')
})

test('copies that stay readable are named, and deleted only where that is asked for', async () => {
  await copyOf(library().plain)
  await rm(at('database'), { recursive: true })
  const damaged = await start()
  await recover(damaged, { action: 'export' })
  await recover(damaged, { action: 'rebuild' })
  const kinds = async () =>
    (await look(damaged))?.readable_copies.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).toEqual(['replaced_library', 'export'])
  await encrypt(damaged)
  expect(await kinds()).toEqual(['replaced_library', 'export'])
  expect((await damaged.call('DELETE', '/v1/encryption')).status).toBe(202)
  await reach(damaged, 'off')
  await encrypt(damaged, { remove_readable_copies: true })
  expect(await kinds()).toEqual([])
})

test('who has forgotten passphrase and code begins a new library, and the old one is kept', async () => {
  await copyOf(library().sealed)
  const locked = await start()
  expect((await locked.call('GET', '/v1/recovery')).body.data.actions).toEqual([
    'restore_backup',
    'start_fresh',
  ])
  await recover(locked, { action: 'start_fresh' })
  expect(await look(locked)).toMatchObject({ state: 'off', readable_copies: [] })
  const [kept = ''] = await readdir(at('replaced'))
  const names = await readdir(at('replaced', kept))
  expect(names).toEqual(expect.arrayContaining(['database', 'recordings', 'library-key.json']))
})
