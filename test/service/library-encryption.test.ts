import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  copyLibrary,
  givenLibraryAtRest,
  hostLibrary,
  openService,
  recover,
  type Hosted,
} from '../support/library-host.ts'
import type { OpenedBy } from '../../service/encryption/library-lock.ts'

const passphrase = 'seven otters cross the old bridge'

let library: Awaited<ReturnType<typeof givenLibraryAtRest>>
beforeAll(async () => {
  library = await givenLibraryAtRest()
  return () => rm(library.dataDir, { recursive: true, force: true })
}, 120_000)

let dataDir = ''
let remove = async () => {}
let host: Hosted | null = null
beforeEach(async () => {
  ;({ copy: dataDir, remove } = await copyLibrary(library.dataDir))
})
afterEach(async () => {
  await host?.stop()
  host = null
  await remove()
})

const start = async (openedBy?: OpenedBy): Promise<Hosted> =>
  (host = await hostLibrary(dataDir, { openedBy }))
const stop = async (): Promise<void> => {
  await host?.stop()
  host = null
}

/** Null while one takes the place of the other, and nobody answers. */
const look = (running: Hosted) =>
  running.call('GET', '/v1/encryption').then(
    ({ body: { data } }) => data,
    () => null,
  )

async function reach(running: Hosted, state: string) {
  await expect.poll(async () => (await look(running))?.state, { timeout: 60_000 }).toBe(state)
  return look(running)
}

/** Its recovery code, once the library is open again and every recording is sealed. */
async function encrypt(running: Hosted, body: object = {}): Promise<string> {
  const begun = await running.call('POST', '/v1/encryption', { body: { passphrase, ...body } })
  expect(begun.status).toBe(202)
  await reach(running, 'on')
  const isWhole = async () => {
    const { recordings } = (await look(running)) ?? {}
    return recordings?.count === recordings?.encrypted_count
  }
  await expect.poll(isWhole, { timeout: 30_000 }).toBe(true)
  return begun.body.data.recovery_code
}

async function transcripts(running: Hosted): Promise<string> {
  const { body: listed } = await running.call('GET', '/v1/content')
  const found = new Map<string, string>(
    listed.data.map((one: { id: string; project_id: string }) => [one.id, one.project_id]),
  )
  const texts = library.ids.map(async (id) => {
    const address = `/v1/projects/${found.get(id)}/content/${id}`
    const { body } = await running.call('GET', `${address}?include=transcript`)
    return JSON.stringify([body.data?.filename, body.data?.transcript])
  })
  return (await Promise.all(texts)).join('\n')
}

/** Names, words and secrets of the library that any file of the folder shows. */
async function findReadable(words: readonly string[]): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    const file = path.join(dataDir, name)
    if (!(await stat(file)).isFile()) continue
    const raw = await readFile(file)
    const bytes = name.endsWith('.gz') ? gunzipSync(raw) : raw
    for (const word of words) {
      if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
        found.push(`${name}: ${word}`)
    }
  }
  return found
}

test('a folder copied without its key shows no word, no name and no secret', async () => {
  const running = await start()
  const before = await transcripts(running)
  const { keyId } = await openService(running)
    .deps.db.sql.selectFrom('api_keys')
    .select('id as keyId')
    .executeTakeFirstOrThrow()
  const secret = await readFile(path.join(dataDir, 'secret-key'))
  expect(await findReadable(['Interviews', 'Mary: first.wav', keyId])).not.toEqual([])

  const code = await encrypt(running)
  expect(code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  expect(await transcripts(running)).toBe(before)
  await stop()
  const sound = await readFile(path.join(library.dataDir, 'recordings', library.ids[0] ?? ''))
  const words = [
    'Interviews',
    'Mary: first.wav',
    'Mary: second.wav',
    keyId,
    sound.toString('latin1'),
  ]
  expect(await findReadable(words)).toEqual([])
  expect((await readFile(path.join(dataDir, 'secret-key'))).includes(secret)).toBe(false)
  expect(await readdir(path.join(dataDir, 'replaced')).catch(() => [])).toEqual([])
})

test('it is locked at a start, and opens with the passphrase or the recovery code only', async () => {
  const code = await encrypt(await start())
  await stop()

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
  const kept = new Map<string, Buffer>()
  const keychain: NonNullable<OpenedBy['keychain']> = {
    seal: async (secret) => {
      kept.set('key', Buffer.from(secret))
      return Buffer.from('key')
    },
    open: async (name) => kept.get(String(name)) ?? null,
  }
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
  const names = await readdir(dataDir)
  expect(names.filter((name) => name.startsWith('library-key'))).toEqual([])
  for (const id of library.ids) {
    const at = (folder: string) => readFile(path.join(folder, 'recordings', id))
    expect(await at(dataDir)).toEqual(await at(library.dataDir))
  }
  expect((await look(await start()))?.state).toBe('off')
})

test('copies that stay readable are named, and deleted only where that is asked for', async () => {
  await rm(path.join(dataDir, 'database'), { recursive: true })
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
  await encrypt(await start())
  await stop()
  await writeFile(path.join(dataDir, 'library-key.json'), 'no longer whole')
  expect(await look(await start({ passphrase }))).toMatchObject({ state: 'on' })
  await stop()
  await writeFile(path.join(dataDir, 'library-key.copy.json'), '')
  const damaged = await start({ passphrase })
  expect(damaged.service()).toBeNull()
  const { body } = await damaged.call('GET', '/v1/recovery')
  expect(body.data).toMatchObject({
    damage: { kind: 'library_key' },
    actions: ['try_again', 'restore_backup', 'start_fresh'],
  })
})

test('who has forgotten passphrase and code begins a new library, and the old one is kept', async () => {
  await encrypt(await start())
  await stop()
  const locked = await start()
  expect((await locked.call('GET', '/v1/recovery')).body.data.actions).toEqual([
    'restore_backup',
    'start_fresh',
  ])
  await recover(locked, { action: 'start_fresh' })
  expect(await look(locked)).toMatchObject({ state: 'off', readable_copies: [] })
  const [kept = ''] = await readdir(path.join(dataDir, 'replaced'))
  const names = await readdir(path.join(dataDir, 'replaced', kept))
  expect(names).toEqual(expect.arrayContaining(['database', 'recordings', 'library-key.json']))
})

/** The folder of a finished backup with recordings. */
async function backUp(running: Hosted): Promise<string> {
  const { body } = await running.call('POST', '/v1/backups', { body: { include_media: true } })
  const { id } = body.data
  const status = async () => (await running.call('GET', `/v1/backups/${id}`)).body.data.status
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  return path.join(dataDir, 'backups', id)
}

const words = ['Interviews', 'Mary: first.wav', 'Mary: second.wav']

test('backups of before and after show nothing, and open elsewhere with the passphrase or the code', async () => {
  const running = await start()
  const before = await transcripts(running)
  const early = await backUp(running)
  expect(await findReadable(words)).not.toEqual([])
  const code = await encrypt(running)
  const late = await backUp(running)
  await expect.poll(() => findReadable(words), { timeout: 30_000 }).toEqual([])

  // The same library needs no passphrase.
  const restored = await recover(running, { action: 'restore_backup', backup: early })
  expect(restored.work.error_code).toBeNull()
  expect(await look(running)).toMatchObject({ state: 'on' })
  expect(await transcripts(running)).toBe(before)
  const moved = await mkdtemp(path.join(tmpdir(), 'earshot-moved-'))
  await cp(late, path.join(moved, 'backup'), { recursive: true })
  await stop()

  const own = dataDir
  dataDir = path.join(moved, 'library')
  const elsewhere = await start()
  const order = { action: 'restore_backup', backup: path.join(moved, 'backup') }
  for (const wrong of [{}, { passphrase: 'another passphrase' }]) {
    expect((await recover(elsewhere, { ...order, ...wrong })).work.error_code).toBe(
      'wrong_passphrase',
    )
  }
  await recover(elsewhere, { ...order, passphrase: code })
  expect(await look(elsewhere)).toMatchObject({ state: 'on' })
  expect(await transcripts(elsewhere)).toBe(before)
  expect(await findReadable(words)).toEqual([])
  const { deps } = openService(elsewhere)
  for (const id of library.ids) {
    const sound = await readFile(path.join(library.dataDir, 'recordings', id))
    expect(await deps.blobs.hash(id, AbortSignal.timeout(10_000))).toBe(sha256(sound))
  }
  await stop()
  expect(await look(await start({ passphrase }))).toMatchObject({ state: 'on' })
  await stop()
  await rm(moved, { recursive: true })
  dataDir = own
})

test('a deleted recording is deleted in backups, too: its key is gone', async () => {
  const running = await start()
  await encrypt(running)
  const backup = await backUp(running)
  const [gone = '', kept = ''] = library.ids
  const { body } = await running.call('GET', '/v1/content')
  const item = body.data.find(({ id }: { id: string }) => id === gone)
  await running.call('DELETE', `/v1/projects/${item.project_id}/content/${gone}`)
  await openService(running).idle()
  const names = await readdir(path.join(backup, 'recordings'))
  expect(names.filter((name) => name.endsWith('.key'))).toEqual([`${kept}.key`])

  const restored = await recover(running, { action: 'restore_backup', backup })
  expect(restored.work.error_code).toBeNull()
  const { blobs } = openService(running).deps
  expect(await blobs.stat(gone)).toBeNull()
  expect(await blobs.stat(kept)).not.toBeNull()
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
