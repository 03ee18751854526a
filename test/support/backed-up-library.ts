import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect } from 'vitest'
import { dumpTables } from '../../service/backup/dump.ts'
import { tableFile, writeManifest, type Manifest } from '../../service/backup/manifest.ts'
import { sealWithPassphrase } from '../../service/encryption/passphrase.ts'
import { hashFile } from '../../service/core/hash-file.ts'
import type { Db } from '../../service/db/database.ts'
import { copyFolder } from './folders.ts'
import { givenLibraryAtRest, hostLibrary, openService } from './library-host.ts'
import { testPassphraseCost } from './library-keys.ts'

/** Opens the secret key in the backup. */
export const backupPassphrase = 'correct horse'

type LibraryAtRest = Awaited<ReturnType<typeof givenLibraryAtRest>>

/** A library at rest with a webhook, and a backup of it. */
export function backedUpLibraryForTests() {
  let library: LibraryAtRest
  let backup = ''
  beforeAll(async () => {
    library = await givenLibraryAtRest()
    const host = await hostLibrary(library.dataDir)
    const body = { url: 'https://93.184.215.14/', events: ['*'] }
    expect((await host.call('POST', '/v1/webhooks', { body })).status).toBe(201)
    backup = await mkdtemp(path.join(tmpdir(), 'earshot-backup-'))
    await writeBackup(openService(host).deps.db, library, backup)
    await host.stop()
    return async () => {
      for (const folder of [library.dataDir, backup]) await rm(folder, { recursive: true })
    }
  }, 120_000)
  return { library: () => library, backup: () => backup }
}

/** With the recordings and the key. */
async function writeBackup(db: Db, { dataDir, ids }: LibraryAtRest, backup: string): Promise<void> {
  const omit = [{ table: 'api_keys', where: 'is_session' }]
  const dumped = await dumpTables(db, backup, { omit })
  const recordings = path.join(dataDir, 'recordings')
  copyFolder(recordings, path.join(backup, 'recordings'))
  const media: Manifest['media'] = []
  for (const id of ids) {
    const file = path.join(recordings, id)
    const { size: bytes } = await stat(file)
    media.push({ id, bytes, sha256: await hashFile(file), is_included: true })
  }
  const secret = await sealWithPassphrase(
    await readFile(path.join(dataDir, 'secret-key')),
    backupPassphrase,
    testPassphraseCost,
  )
  const about = { format: 1, app_version: '0.1.0', created_at: new Date().toISOString() } as const
  await writeManifest(backup, { ...about, ...dumped, media, secret })
}

/** A copy of a backup of which a table is cut short. */
export async function truncatedCopyOf(backup: string, folder: string): Promise<string> {
  copyFolder(backup, folder)
  await truncate(path.join(folder, tableFile('transcripts', { isSealed: false })), 60)
  return folder
}
