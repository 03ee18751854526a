import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { acceptPart, makePart } from '../../../service/backup/backup-store.ts'
import { newId } from '../../../service/core/ids.ts'
import { backedUpLibraryForTests, truncatedCopyOf } from '../../support/backed-up-library.ts'
import { copyFolder } from '../../support/folders.ts'
import { copyForEachTest, recover, type Hosted } from '../../support/library-host.ts'

const { library, backup } = backedUpLibraryForTests()
const { at, start } = copyForEachTest(library)
const list = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data
const restore = (running: Hosted, more: object = {}) =>
  recover(running, { action: 'restore_backup', backup: backup(), ...more })

test('a damaged library is as it was at the backup, which the service lists, and not at one that is not whole; what came later is kept', async () => {
  await rm(at('database'), { recursive: true })
  await rm(at('recordings', library().ids[0] ?? ''))
  const later = newId('cont')
  await writeFile(at('recordings', later), 'came later')
  const id = newId('bkp')
  copyFolder(backup(), await makePart(at('backups'), id))
  const time = new Date().toISOString()
  const facts = { reason: 'daily', created_at: time, completed_at: time } as const
  await acceptPart(at('backups'), { id, includes_media: true, ...facts })
  const running = await start()
  const { backups } = await list(running, '/v1/recovery')
  expect(backups).toMatchObject([{ id, created_at: time, includes_media: true }])
  const unknown = { action: 'restore_backup', backup: newId('bkp') }
  expect((await running.call('POST', '/v1/recovery', { body: unknown })).status).toBe(400)
  const broken = await truncatedCopyOf(backup(), at('broken'))
  expect(await restore(running, { backup: broken })).toMatchObject({
    is_needed: true,
    work: { error_code: 'backup_damaged' },
  })
  expect(await readdir(at())).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(replaced|swap\.json)$/)]),
  )
  expect(await restore(running, { backup: id })).toMatchObject({
    is_needed: false,
    work: { status: 'completed', progress: 1 },
  })
  expect(await list(running, '/v1/projects')).toMatchObject([{ name: 'Interviews' }])
  const items = await list(running, '/v1/content')
  expect(items.map((item: { id: string }) => item.id).toSorted()).toEqual(library().ids.toSorted())
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
