import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from '../../support/backups.ts'
import {
  encrypt,
  encryptedLibraryForTests,
  findReadable,
  look,
  passphrase,
  words,
} from '../../support/encrypted-library.ts'
import { openService, recover, type Hosted } from '../../support/library-host.ts'

// With each change sealed-backups.nightly.test.ts restores a backup of an encrypted library, and restore.test.ts a plain one.

const { library, copyOf, at, start, stop, transcripts } = encryptedLibraryForTests()

/** The folder of a finished backup with recordings. */
async function backUp({ call, ...running }: Hosted): Promise<string> {
  const { id, status } = await makeBackup(
    { call, deps: openService(running).deps },
    { include_media: true },
  )
  expect(status).toBe('completed')
  return at('backups', id)
}

test('backups of before and after show nothing, and open elsewhere with the passphrase or the code', async () => {
  await copyOf(library().plain)
  const running = await start()
  const before = await transcripts(running)
  const early = await backUp(running)
  expect(await findReadable(at(), words)).not.toEqual([])
  const code = await encrypt(running)
  const late = await backUp(running)
  await expect.poll(() => findReadable(at(), words), { timeout: 30_000 }).toEqual([])

  // The same library needs no passphrase.
  const restored = await recover(running, { action: 'restore_backup', backup: early })
  expect(restored.work.error_code).toBeNull()
  expect(await look(running)).toMatchObject({ state: 'on' })
  expect(await transcripts(running)).toBe(before)
  const moved = await mkdtemp(path.join(tmpdir(), 'earshot-moved-'))
  await cp(late, path.join(moved, 'backup'), { recursive: true })
  await stop()

  const folder = path.join(moved, 'library')
  const elsewhere = await start({}, folder)
  const order = { action: 'restore_backup', backup: path.join(moved, 'backup') }
  for (const wrong of [{}, { passphrase: 'another passphrase' }]) {
    expect((await recover(elsewhere, { ...order, ...wrong })).work.error_code).toBe(
      'wrong_passphrase',
    )
  }
  await recover(elsewhere, { ...order, passphrase: code })
  expect(await look(elsewhere)).toMatchObject({ state: 'on' })
  expect(await transcripts(elsewhere)).toBe(before)
  expect(await findReadable(folder, words)).toEqual([])
  const { deps } = openService(elsewhere)
  for (const id of library().ids) {
    const sound = await readFile(path.join(library().plain.dataDir, 'recordings', id))
    expect(await deps.blobs.hash(id, AbortSignal.timeout(10_000))).toBe(sha256(sound))
  }
  await stop()
  expect(await look(await start({ passphrase }, folder))).toMatchObject({ state: 'on' })
  await stop()
  await rm(moved, { recursive: true })
}, 300_000)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
