import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from '../support/backups.ts'
import {
  encryptedLibraryForTests,
  findReadable,
  look,
  passphrase,
  reach,
  untilSealed,
  words,
} from '../support/encrypted-library.ts'
import { openService, recover } from '../support/library-host.ts'

const { library, copyOf, at, start, stop, transcripts } = encryptedLibraryForTests()

test('a folder copied without its key shows no word, no name and no secret', async () => {
  const { plain, sealed, ids } = library()
  const secret = await readFile(path.join(plain.dataDir, 'secret-key'))
  const names = ['Interviews', 'Mary: first.wav']
  expect(await findReadable(plain.dataDir, names)).not.toEqual([])

  expect(sealed.code).toMatch(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/)
  expect(sealed.transcripts).toBe(plain.transcripts)
  const sound = await readFile(path.join(plain.dataDir, 'recordings', ids[0] ?? ''))
  const sought = [...words, plain.keyId, sound.toString('latin1')]
  expect(await findReadable(sealed.dataDir, sought)).toEqual([])
  const sealedSecret = await readFile(path.join(sealed.dataDir, 'secret-key'))
  expect(sealedSecret.includes(secret)).toBe(false)
  expect(await readdir(path.join(sealed.dataDir, 'replaced')).catch(() => [])).toEqual([])
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
  expect(await transcripts(locked)).toBe(library().plain.transcripts)

  // Locked again on purpose, and opened by the passphrase.
  expect((await locked.call('POST', '/v1/encryption/lock')).status).toBe(202)
  await reach(locked, 'locked')
  expect((await unlock({ passphrase })).status).toBe(202)
  await reach(locked, 'on')
  expect((await unlock({ passphrase })).status).toBe(409)
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

test('a rekey seals everything anew: what opened it opens nothing but the backups of then, which need nothing here', async () => {
  await copyOf(library().sealed)
  const { ids, sealed } = library()
  // A start sets aside what has no row, and leaves what is none of ours.
  await mkdir(at('recordings', 'orphaned'))
  await writeFile(at('recordings', 'note.txt'), 'a note of somebody')
  const running = await start({ passphrase })
  const app = { call: running.call, deps: openService(running).deps }
  const backup = await makeBackup(app, { include_media: true })
  const filesOf = () => Promise.all(ids.map((id) => readFile(at('recordings', id), 'base64')))
  const before = await filesOf()
  const keyBefore = JSON.parse(await readFile(at('library-key.json'), 'utf8'))

  const body = { passphrase: 'eight new otters' }
  const begun = await running.call('POST', '/v1/encryption/rekey', { body })
  expect(begun).toMatchObject({
    status: 202,
    body: { data: { encryption: { state: 'changing' } } },
  })
  await reach(running, 'on')
  await untilSealed(running)
  expect(await look(running)).toMatchObject({ work: { action: 'rekey', status: 'completed' } })
  expect(await transcripts(running)).toBe(library().plain.transcripts)
  for (const file of await filesOf()) expect(before).not.toContain(file)
  const { blobs } = openService(running).deps
  for (const id of ids) {
    const item = await openService(running)
      .deps.db.sql.selectFrom('content')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await blobs.hash(id, AbortSignal.timeout(10_000))).toBe(item.sha256)
  }
  expect(await readFile(at('recordings', 'note.txt'), 'utf8')).toBe('a note of somebody')
  expect(await readdir(at('replaced')).catch(() => [])).toEqual([])
  expect(JSON.parse(await readFile(at('library-key.json'), 'utf8'))).toMatchObject({
    id: expect.not.stringContaining(keyBefore.id),
    former: [{ id: keyBefore.id }],
  })
  await stop()

  const locked = await start({ passphrase })
  const unlock = (opener: object) => locked.call('POST', '/v1/encryption/unlock', { body: opener })
  expect((await unlock({ recovery_code: sealed.code })).status).toBe(403)
  expect((await unlock({ recovery_code: begun.body.data.recovery_code })).status).toBe(202)
  await reach(locked, 'on')
  const restored = await recover(locked, { action: 'restore_backup', backup: backup.id })
  expect(restored.work).toMatchObject({ error_code: null, lost_count: 0 })
  expect(await transcripts(locked)).toBe(library().plain.transcripts)
})
