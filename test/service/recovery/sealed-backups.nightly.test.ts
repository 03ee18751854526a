import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BackupDamaged } from '../../../service/backup/errors.ts'
import { readManifest, readManifestFile, writeManifest } from '../../../service/backup/manifest.ts'
import {
  deriveLibraryKeys,
  openLibraryKey,
  readLibraryKeyFile,
} from '../../../service/encryption/library-key.ts'
import { makeBackup } from '../../support/backups.ts'
import {
  encryptedLibraryForTests,
  findReadable,
  passphrase,
  words,
} from '../../support/encrypted-library.ts'
import { openService, recover, type Hosted } from '../../support/library-host.ts'

const { library, copyOf, at, start } = encryptedLibraryForTests()

/** The folder of a finished backup with recordings. */
async function backUp({ call, ...running }: Hosted): Promise<string> {
  const { id, status } = await makeBackup(
    { call, deps: openService(running).deps },
    { include_media: true },
  )
  expect(status).toBe('completed')
  return at('backups', id)
}

test('a backup shows nothing, and a recording that is deleted is deleted in it, too: its key is gone', async () => {
  await copyOf(library().sealed)
  const running = await start({ passphrase })
  const backup = await backUp(running)
  const hashes = await openService(running)
    .deps.db.sql.selectFrom('content')
    .select('sha256')
    .execute()
  const shown = [...words, ...library().ids, ...hashes.map(({ sha256 }) => sha256 ?? '')]
  expect(await findReadable(backup, shown)).toEqual([])
  expect(await findReadable(at(), words)).toEqual([])
  const [gone = '', kept = ''] = library().ids
  const { body } = await running.call('GET', '/v1/content')
  const item = body.data.find(({ id }: { id: string }) => id === gone)
  await running.call('DELETE', `/v1/projects/${item.project_id}/content/${gone}`)
  await openService(running).idle()
  const names = await readdir(path.join(backup, 'recordings'))
  expect(names.filter((name) => name.endsWith('.key'))).toEqual([`${kept}.key`])

  // What is readable of the manifest, and what is sealed in it, cannot be changed unseen.
  const keys = deriveLibraryKeys(await libraryKeyOf(at()))
  const openKey = async () => keys.backups
  const manifest = await readManifest(backup, openKey)
  const file = path.join(backup, 'manifest.json')
  const written = JSON.parse(await readFile(file, 'utf8'))
  expect(Object.keys(written)).toEqual([
    'format',
    'app_version',
    'created_at',
    'encryption',
    'sealed',
  ])
  const later = { ...written, created_at: '2030-01-01T00:00:00.000Z' }
  const other = { ...written, sealed: written.sealed.replace(/.(?=.{9}$)/, '-') }
  for (const changed of [later, other]) {
    await writeFile(file, JSON.stringify(changed))
    await expect(readManifest(backup, openKey)).rejects.toThrow(BackupDamaged)
  }
  // Earlier versions left it readable: it is restored as it is, and sealed once the library is used.
  await writeManifest(backup, manifest)

  const restored = await recover(running, { action: 'restore_backup', backup })
  expect(restored.work.error_code).toBeNull()
  const { blobs } = openService(running).deps
  expect(await blobs.stat(gone)).toBeNull()
  expect(await blobs.stat(kept)).not.toBeNull()
  const format = async () => (await readManifestFile(backup)).format
  await expect.poll(format, { timeout: 30_000, interval: 200 }).toBe(3)
  expect(await readManifest(backup, openKey)).toEqual(manifest)
})

async function libraryKeyOf(dataDir: string): Promise<Buffer> {
  const file = await readLibraryKeyFile(dataDir)
  const key = file && (await openLibraryKey(file, { passphrase }))
  if (!key) throw new Error('The passphrase does not open the library.')
  return key
}
