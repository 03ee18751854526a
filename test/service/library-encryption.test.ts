import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  encrypt,
  encryptedLibraryForTests,
  findReadable,
  look,
  passphrase,
  reach,
  words,
} from '../support/encrypted-library.ts'
import { memoryKeychain } from '../support/keychain.ts'
import { openService, recover } from '../support/library-host.ts'

const { library, copyOf, at, start, stop, transcripts } = encryptedLibraryForTests()

test('a folder copied without its key shows no word, no name and no secret', async () => {
  await copyOf(library().plain)
  const running = await start()
  const before = await transcripts(running)
  const { keyId } = await openService(running)
    .deps.db.sql.selectFrom('api_keys')
    .select('id as keyId')
    .executeTakeFirstOrThrow()
  const secret = await readFile(at('secret-key'))
  expect(await findReadable(at(), ['Interviews', 'Mary: first.wav', keyId])).not.toEqual([])

  const code = await encrypt(running)
  expect(code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  expect(await transcripts(running)).toBe(before)
  await stop()
  const sound = await readFile(
    path.join(library().plain.dataDir, 'recordings', library().ids[0] ?? ''),
  )
  const sought = [...words, keyId, sound.toString('latin1')]
  expect(await findReadable(at(), sought)).toEqual([])
  expect((await readFile(at('secret-key'))).includes(secret)).toBe(false)
  expect(await readdir(at('replaced')).catch(() => [])).toEqual([])
})

test('it is locked at a start, and opens with the passphrase or the recovery code only', async () => {
  await copyOf(library().sealed)
  const { code } = library().sealed
  const locked = await start()
  expect(locked.service()).toBeNull()
  expect(await look(locked)).toMatchObject({
    state: 'locked',
    opened_by: ['passphrase', 'recovery_code'],
    recordings: null,
  })
  const refused = await locked.call('GET', '/v1/projects')
  expect(refused).toMatchObject({ status: 423, body: { error: { code: 'library_locked' } } })
  const unlock = (body: object) => locked.call('POST', '/v1/encryption/unlock', { body })
  expect(await unlock({ passphrase: 'seven otters' })).toMatchObject({
    status: 403,
    body: { error: { code: 'wrong_passphrase' } },
  })
  expect((await unlock({})).status).toBe(400)
  expect((await unlock({ passphrase, recovery_code: code })).status).toBe(400)
  const { port } = new URL(locked.baseUrl())
  expect((await unlock({ recovery_code: code.toLowerCase().replaceAll('-', ' ') })).status).toBe(
    202,
  )
  await reach(locked, 'on')
  expect(new URL(locked.baseUrl()).port).toBe(port)
  expect(await transcripts(locked)).toContain('Mary: first.wav')

  // Locked again on purpose, and opened by the passphrase.
  expect((await locked.call('POST', '/v1/encryption/lock')).status).toBe(202)
  await reach(locked, 'locked')
  expect((await unlock({ passphrase })).status).toBe(202)
  await reach(locked, 'on')
  expect((await unlock({ passphrase })).status).toBe(409)
})

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

test('one copy of the key is enough; without both, the rest of the library is kept as it is', async () => {
  await copyOf(library().sealed)
  await writeFile(at('library-key.json'), 'no longer whole')
  expect(await look(await start({ passphrase }))).toMatchObject({ state: 'on' })
  await stop()
  await writeFile(at('library-key.copy.json'), '')
  const damaged = await start({ passphrase })
  expect(damaged.service()).toBeNull()
  const { body } = await damaged.call('GET', '/v1/recovery')
  expect(body.data).toMatchObject({
    damage: { kind: 'library_key' },
    actions: ['try_again', 'restore_backup', 'start_fresh'],
  })
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
