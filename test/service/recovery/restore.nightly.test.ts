import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { packBackup } from '../../../service/backup/archive.ts'
import {
  backedUpLibraryForTests,
  backupPassphrase,
  truncatedCopyOf,
} from '../../support/backed-up-library.ts'
import { copyForEachTest, recover, type Hosted } from '../../support/library-host.ts'

// With each change restore.test.ts brings a library back, and refuses what is not whole.

const { library, backup } = backedUpLibraryForTests()
const { at, start, stop } = copyForEachTest(library)
const list = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data
const restore = (running: Hosted, more: object = {}) =>
  recover(running, { action: 'restore_backup', backup: backup(), ...more })

test('a library that is open is replaced by an archive, and kept', async () => {
  const running = await start()
  await running.call('POST', '/v1/projects', { body: { name: 'Later' } })
  const archive = at('backup.tar')
  await pipeline(await packBackup(backup()), createWriteStream(archive))
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
  await restore(running, { passphrase: backupPassphrase })
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

test('a backup that is not whole changes nothing of a library that is open', async () => {
  const broken = await truncatedCopyOf(backup(), at('broken'))
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
