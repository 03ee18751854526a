import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  encryptedLibraryForTests,
  findReadable,
  look,
  passphrase,
  reach,
  words,
} from '../support/encrypted-library.ts'

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
