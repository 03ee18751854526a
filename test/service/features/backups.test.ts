import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackBackup } from '../../../service/backup/unpack.ts'
import { loadBackup } from '../../../service/backup/load.ts'
import { openWithPassphrase } from '../../../service/encryption/passphrase.ts'
import { hashFile } from '../../../service/core/hash-file.ts'
import { backUpWhenDue } from '../../../service/features/backups/daily.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenBackup, makeBackup } from '../../support/backups.ts'
import { openTestDatabase } from '../../support/database.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { isNightly } from '../../support/nightly.ts'

const hourMs = 3_600_000

let app: TestApp
let contentId: string
beforeAll(async () => {
  app = await startTestApp()
  contentId = await givenRecording(app, (await givenProject(app)).id)
})
afterAll(() => app.stop())

const list = async () => (await app.call('GET', '/v1/backups')).body.data
const organizationId = async () => (await app.call('GET', '/v1/org')).body.data.id

test('a backup with recordings is one file, from which the whole library is made again', async () => {
  const made = await makeBackup(app, { include_media: true, passphrase: 'correct horse' })
  expect(made).toMatchObject({
    ...{ status: 'completed', reason: 'manual', includes_media: true, has_secret: true },
    ...{ recordings: 1, compared_count: 1, damaged_count: 0, is_on_same_disk: true, error: null },
  })
  const folder = path.join(await temporaryFolder(), 'unpacked')
  const { baseUrl, sessionToken } = app
  const response = await fetch(`${baseUrl}/v1/backups/${made.id}/archive`, {
    headers: { authorization: `Bearer ${sessionToken}` },
  })
  const archive = path.join(await temporaryFolder(), 'a.tar')
  await writeFile(archive, response.body ?? '')
  const manifest = await unpackBackup(archive, folder)
  const db = await openTestDatabase()
  await loadBackup(db, folder, manifest)
  const ids = await db.sql.selectFrom('content').select('id').execute()
  expect(ids).toEqual([{ id: contentId }])
  const keys = await db.sql.selectFrom('api_keys').select('is_session').execute()
  expect(keys.filter((key) => key.is_session)).toEqual([])
  await db.close()
  const [media] = manifest.media
  expect(await hashFile(path.join(folder, 'recordings', contentId))).toBe(media?.sha256)
  const secret = manifest.secret && (await openWithPassphrase(manifest.secret, 'correct horse'))
  expect(secret).toEqual(await readFile(path.join(app.dataDir, 'secret-key')))
  expect(await readdir(app.dataDir)).not.toContain('backup.work')
})

test('a recording that is damaged here is not passed off as saved, though a backup on the same disk has its bytes', async () => {
  const file = path.join(app.dataDir, 'recordings', contentId)
  const sound = await readFile(file)
  await writeFile(file, Buffer.from(sound).fill('x', 0, 3))
  const made = await makeBackup(app, { include_media: true })
  expect(made).toMatchObject({ status: 'completed', compared_count: 0, damaged_count: 1 })
  expect(await readdir(path.join(app.dataDir, 'backups', made.id, 'recordings'))).toEqual([])
  await writeFile(file, sound)
})

test('while one is made another is refused, and the first can be cancelled', async () => {
  const { data } = (await app.call('POST', '/v1/backups', { body: {} })).body
  const second = await app.call('POST', '/v1/backups', { body: {} })
  expect([second.status, second.body.error.code]).toEqual([409, 'backup_running'])
  await app.call('DELETE', `/v1/backups/${data.id}`)
  expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(data.id)
  const left = await readdir(path.join(app.dataDir, 'backups'))
  expect(left.filter((name) => name.startsWith(data.id))).toEqual([])
})

test('what a kill left is removed at the next start, and what is not ours stays', async () => {
  const folder = path.join(app.dataDir, 'backups')
  const kept = await givenBackup(app)
  const stranger = path.join(folder, 'my notes')
  const cut = 'bkp_01kayr3c9nfq4tq4h6zr6yv0b2'
  await mkdir(path.join(folder, `${cut}.part`))
  await mkdir(path.join(folder, cut))
  await mkdir(stranger)
  await app.deps.backupRuns.sweep()
  const left = await readdir(folder)
  expect(left).toContain(kept)
  expect(left).toContain('my notes')
  expect(left.filter((name) => name.startsWith(cut))).toEqual([])
})

/** The newest, once nothing is being made. */
async function newest() {
  await expect.poll(() => app.deps.backupRuns.running()).toBeNull()
  return (await list())[0]
}

test('one is made when the last is a day old, and none before', async () => {
  const before = await list()
  app.clock.jump(10 * hourMs)
  await backUpWhenDue(app.deps, await organizationId())
  expect(await list()).toEqual(before)
  app.clock.jump(14 * hourMs)
  const due = backUpWhenDue(app.deps, await organizationId())
  await expect.poll(() => app.deps.backupRuns.running()?.reason).toBe('daily')
  // It is made as the first one was, which is waited for by night.
  if (!isNightly) await app.deps.backupRuns.cancel()
  await due
  if (isNightly) expect(await newest()).toMatchObject({ status: 'completed', reason: 'daily' })
})

test('one that fails is told of once, and earlier ones stay', async () => {
  const earlier = (await list()).length
  const inTheWay = path.join(app.dataDir, 'backup.work')
  await writeFile(inTheWay, '')
  app.clock.jump(25 * hourMs)
  await backUpWhenDue(app.deps, await organizationId())
  const error = { code: 'internal_error' }
  expect(await newest()).toMatchObject({ status: 'failed', error })
  expect(await list()).toHaveLength(earlier + 1)
  await expect.poll(() => countNotices('backup_failed')).toBe(1)
})

test('after three days without one the owner is told, once', async () => {
  const inTheWay = path.join(app.dataDir, 'backup.work')
  for (const _ of [1, 2]) {
    await writeFile(inTheWay, '')
    app.clock.jump(80 * hourMs)
    await backUpWhenDue(app.deps, await organizationId())
    await newest()
  }
  expect(await countNotices('backup_overdue')).toBe(1)
  expect(await countNotices('backup_failed')).toBe(1)
})

async function countNotices(kind: string): Promise<number> {
  const { data } = (await app.call('GET', '/v1/notices')).body
  return data.filter((notice: { kind: string }) => notice.kind === kind).length
}
