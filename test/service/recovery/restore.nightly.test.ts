import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { beforeAll, expect, test } from 'vitest'
import { packBackup } from '../../../service/backup/archive.ts'
import { dumpTables } from '../../../service/backup/dump.ts'
import { writeManifest, type Manifest } from '../../../service/backup/manifest.ts'
import { sealWithPassphrase } from '../../../service/encryption/passphrase.ts'
import { hashFile } from '../../../service/core/hash-file.ts'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase } from '../../../service/db/open-database.ts'
import { testPassphraseCost } from '../../support/library-keys.ts'
import {
  copyForEachTest,
  givenLibraryAtRest,
  hostLibrary,
  recover,
  type Hosted,
} from '../../support/library-host.ts'

// With each change restore.test.ts brings a library back, and refuses what is not whole.

const passphrase = 'correct horse'
let library: Awaited<ReturnType<typeof givenLibraryAtRest>>
let backup = ''
beforeAll(async () => {
  library = await givenLibraryAtRest()
  const host = await hostLibrary(library.dataDir)
  const body = { url: 'https://93.184.215.14/', events: ['*'] }
  expect((await host.call('POST', '/v1/webhooks', { body })).status).toBe(201)
  await host.stop()
  backup = await mkdtemp(path.join(tmpdir(), 'earshot-backup-'))
  await writeBackup()
  return async () => {
    for (const folder of [library.dataDir, backup]) await rm(folder, { recursive: true })
  }
}, 120_000)

/** Of the library at rest, with its recordings and its key. */
async function writeBackup(): Promise<void> {
  const { dataDir, ids } = library
  const db = await openDatabase({ dataDir, log: createLog('silent') })
  const omit = [{ table: 'api_keys', where: 'is_session' }]
  const dumped = await dumpTables(db, backup, { omit })
  await db.close()
  const recordings = path.join(dataDir, 'recordings')
  await cp(recordings, path.join(backup, 'recordings'), { recursive: true })
  const media: Manifest['media'] = []
  for (const id of ids) {
    const file = path.join(recordings, id)
    const { size: bytes } = await stat(file)
    media.push({ id, bytes, sha256: await hashFile(file), is_included: true })
  }
  const secret = await sealWithPassphrase(
    await readFile(path.join(dataDir, 'secret-key')),
    passphrase,
    testPassphraseCost,
  )
  const about = { format: 1, app_version: '0.1.0', created_at: new Date().toISOString() } as const
  await writeManifest(backup, { ...about, ...dumped, media, secret })
}

const { at, start, stop } = copyForEachTest(() => library)
const list = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data
const restore = (running: Hosted, more: object = {}) =>
  recover(running, { action: 'restore_backup', backup, ...more })

test('a library that is open is replaced by an archive, and kept', async () => {
  const running = await start()
  await running.call('POST', '/v1/projects', { body: { name: 'Later' } })
  const archive = at('backup.tar')
  await pipeline(await packBackup(backup), createWriteStream(archive))
  await restore(running, { backup: archive })
  expect(await list(running, '/v1/projects')).toMatchObject([{ name: 'Interviews' }])
  const [kept = ''] = await readdir(at('replaced'))
  expect((await readdir(at('replaced', kept))).toSorted()).toEqual(['database', 'recordings'])
})

test('with the passphrase the key comes back; without it webhooks wait for new secrets', async () => {
  const key = await readFile(at('secret-key'))
  await rm(at('secret-key'))
  const running = await start()
  const wrong = await restore(running, { passphrase: 'another' })
  expect(wrong).toMatchObject({ is_needed: true, work: { error_code: 'wrong_passphrase' } })
  await restore(running, { passphrase })
  expect(await readFile(at('secret-key'))).toEqual(key)
  expect(await list(running, '/v1/webhooks')).toMatchObject([{ is_active: true }])
  await stop()

  await rm(at('secret-key'))
  const again = await start()
  await restore(again)
  expect(await list(again, '/v1/webhooks')).toMatchObject([{ is_active: false }])
  const [notice] = await list(again, '/v1/notices')
  expect(notice.body).toContain('signing secret cannot be read')
})

test('a backup of an earlier version is restored, and brought to the newest tables', async () => {
  const running = await start()
  const archive = path.join(import.meta.dirname, '../../fixtures/backups/0012.tar')
  const { work } = await restore(running, { backup: archive })
  expect(work.error_code).toBeNull()
  expect(await list(running, '/v1/projects')).toMatchObject([{ name: 'Kundengespräche' }])
})
