import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { acceptPart, makePart } from '../../../service/backup/backup-store.ts'
import { dumpTables } from '../../../service/backup/dump.ts'
import { tableFile, writeManifest, type Manifest } from '../../../service/backup/manifest.ts'
import { sealWithPassphrase } from '../../../service/encryption/passphrase.ts'
import { hashFile } from '../../../service/core/hash-file.ts'
import { newId } from '../../../service/core/ids.ts'
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

const { at, start } = copyForEachTest(() => library)
const list = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data
const restore = (running: Hosted, more: object = {}) =>
  recover(running, { action: 'restore_backup', backup, ...more })

test('a damaged library is as it was at the backup, which the service lists; what came later is kept', async () => {
  await rm(at('database'), { recursive: true })
  await rm(at('recordings', library.ids[0] ?? ''))
  const later = newId('cont')
  await writeFile(at('recordings', later), 'came later')
  const id = newId('bkp')
  await cp(backup, await makePart(at('backups'), id), { recursive: true })
  const time = new Date().toISOString()
  const facts = { reason: 'daily', created_at: time, completed_at: time } as const
  await acceptPart(at('backups'), { id, includes_media: true, ...facts })
  const running = await start()
  const { backups } = await list(running, '/v1/recovery')
  expect(backups).toMatchObject([{ id, created_at: time, includes_media: true }])
  const unknown = { action: 'restore_backup', backup: newId('bkp') }
  expect((await running.call('POST', '/v1/recovery', { body: unknown })).status).toBe(400)
  expect(await restore(running, { backup: id })).toMatchObject({
    is_needed: false,
    work: { status: 'completed', progress: 1 },
  })
  expect(await list(running, '/v1/projects')).toMatchObject([{ name: 'Interviews' }])
  const items = await list(running, '/v1/content')
  expect(items.map((item: { id: string }) => item.id).toSorted()).toEqual(library.ids.toSorted())
  for (const { id: contentId, project_id, status } of items) {
    expect(status).toBe('completed')
    const words = await list(running, `/v1/projects/${project_id}/content/${contentId}/transcript`)
    expect(words.word_count).toBeGreaterThan(0)
    expect(await readFile(at('recordings', contentId), 'utf8')).toBe('some recorded bytes')
  }
  expect(await list(running, '/v1/orphans')).toMatchObject([{ id: later }])
  expect(await list(running, '/v1/webhooks')).toMatchObject([{ is_active: true }])
  expect(await readdir(at('backups'))).toEqual([id])
})

test('a backup that is not whole changes nothing', async () => {
  const broken = at('broken')
  await cp(backup, broken, { recursive: true })
  await truncate(path.join(broken, tableFile('transcripts', { isSealed: false })), 60)
  const running = await start()
  await running.call('POST', '/v1/projects', { body: { name: 'Later' } })
  const { is_needed, work } = await restore(running, { backup: broken })
  expect({ is_needed, code: work.error_code }).toEqual({
    is_needed: false,
    code: 'backup_damaged',
  })
  expect(await list(running, '/v1/projects')).toHaveLength(2)
  const names = await readdir(at())
  expect(names.filter((name) => ['restoring', 'replaced', 'swap.json'].includes(name))).toEqual([])
  const missing = { action: 'restore_backup', backup: at('nowhere') }
  expect((await running.call('POST', '/v1/recovery', { body: missing })).status).toBe(400)
})
