import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { packBackup } from '../../../service/backup/archive.ts'
import { acceptPart, makePart } from '../../../service/backup/backup-store.ts'
import { newId } from '../../../service/core/ids.ts'
import { backedUpLibraryForTests, truncatedCopyOf } from '../../support/backed-up-library.ts'
import { copyFolder } from '../../support/folders.ts'
import { runCommand } from '../../support/command-line.ts'
import { copyForEachTest, recover, type Hosted } from '../../support/library-host.ts'

const { library, backup } = backedUpLibraryForTests()
const { at, start } = copyForEachTest(library)
const list = async (running: Hosted, address: string) =>
  (await running.call('GET', address)).body.data
const restore = (running: Hosted, more: object = {}) =>
  recover(running, { action: 'restore_backup', backup: backup(), ...more })

function givenPipe(file: string): string {
  execFileSync('mkfifo', [file])
  return file
}

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
  for (const endless of process.platform === 'win32' ? [] : ['/dev/zero', givenPipe(at('pipe'))]) {
    const given = { action: 'restore_backup', backup: endless }
    expect(await running.call('POST', '/v1/recovery', { body: given })).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'backup', message: expect.stringContaining('file') }] } },
    })
  }
  const broken = await truncatedCopyOf(backup(), at('broken'))
  expect(await restore(running, { backup: broken })).toMatchObject({
    is_needed: true,
    work: { error_code: 'backup_damaged' },
  })
  expect(await readdir(at())).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(replaced|restoring|swap\.json)$/)]),
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

/** Another byte in the place of its first: the size stays. */
const flip = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  await writeFile(file, bytes)
}

test('of a backup with a damaged recording all else is restored, the recording is listed with its text, and a damaged copy in the library gives way to the backup’s', async () => {
  const [lost = '', sound = ''] = library().ids
  copyFolder(backup(), at('copy'))
  await truncate(at('copy', 'recordings', lost), 5)
  await writeFile(at('copy.tar'), await packBackup(at('copy')))
  await rm(at('recordings', lost))
  await flip(at('recordings', sound))
  const running = await start()
  const env = { EARSHOT_BASE_URL: running.baseUrl(), EARSHOT_API_KEY: running.sessionToken }
  const { code, stdout, stderr } = await runCommand(['restore', at('copy.tar'), '--yes'], { env })
  expect({ code, stdout, stderr }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Mary: first (${lost})`),
    stderr: expect.stringContaining('1 recording'),
  })
  expect(await list(running, '/v1/recovery')).toMatchObject({
    is_needed: false,
    work: {
      status: 'completed',
      error_code: null,
      lost_count: 1,
      lost_recordings: [{ id: lost, title: 'Mary: first' }],
    },
  })
  const items = await list(running, '/v1/content')
  const project = `/v1/projects/${items[0].project_id}/content`
  const stateOf = async (id: string) => (await list(running, `${project}/${id}`)).media.state
  expect([await stateOf(lost), await stateOf(sound)]).toEqual(['missing', 'ok'])
  expect(await readFile(at('recordings', sound), 'utf8')).toBe('some recorded bytes')
  const words = await list(running, `${project}/${lost}/transcript`)
  expect(words.word_count).toBeGreaterThan(0)
})

/** A library's archive in which the header of the first table is unreadable, behind many recordings. */
async function archiveWithoutHeader(): Promise<string> {
  const folder = at('many')
  copyFolder(backup(), folder)
  for (let n = 0; n < 60; n++) {
    const file = at('many', 'recordings', newId('cont'))
    await writeFile(file, Buffer.alloc(300_000, n))
  }
  await writeFile(at('many.tar'), await packBackup(folder))
  const bytes = await readFile(at('many.tar'))
  bytes.fill(0xff, bytes.indexOf('tables/'), bytes.indexOf('tables/') + 200)
  await writeFile(at('many.tar'), bytes)
  return at('many.tar')
}

test('an archive that breaks off is refused as often as it is given, and the library opens again', async () => {
  const archive = await archiveWithoutHeader()
  const running = await start()
  for (let time = 0; time < 2; time++) {
    expect(await restore(running, { backup: archive })).toMatchObject({
      is_needed: false,
      work: { error_code: 'backup_damaged' },
    })
  }
  expect(await list(running, '/v1/projects')).toMatchObject([{ name: 'Interviews' }])
  expect(await readdir(at())).not.toContain('restoring')
})
