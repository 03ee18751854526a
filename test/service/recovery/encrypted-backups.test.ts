import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
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
  expect(await findReadable(at(), words)).toEqual([])
  const [gone = '', kept = ''] = library().ids
  const { body } = await running.call('GET', '/v1/content')
  const item = body.data.find(({ id }: { id: string }) => id === gone)
  await running.call('DELETE', `/v1/projects/${item.project_id}/content/${gone}`)
  await openService(running).idle()
  const names = await readdir(path.join(backup, 'recordings'))
  expect(names.filter((name) => name.endsWith('.key'))).toEqual([`${kept}.key`])

  const restored = await recover(running, { action: 'restore_backup', backup })
  expect(restored.work.error_code).toBeNull()
  const { blobs } = openService(running).deps
  expect(await blobs.stat(gone)).toBeNull()
  expect(await blobs.stat(kept)).not.toBeNull()
})
