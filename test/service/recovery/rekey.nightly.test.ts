import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeBackup } from '../../support/backups.ts'
import {
  encryptedLibraryForTests,
  look,
  passphrase,
  reach,
  untilSealed,
} from '../../support/encrypted-library.ts'
import { openService, recover } from '../../support/library-host.ts'

const { library, copyOf, at, start, stop, transcripts } = encryptedLibraryForTests()

test('a rekey seals everything anew: what opened it opens nothing but the backups of then, which need nothing here', async () => {
  await copyOf(library().sealed)
  const { ids, sealed } = library()
  // A start sets aside what has no row, and leaves what is none of ours.
  await mkdir(at('recordings', 'orphaned'))
  await writeFile(at('recordings', 'note.txt'), 'a note of somebody')
  const running = await start({ passphrase })
  const app = { call: running.call, deps: openService(running).deps }
  const backup = await makeBackup(app, { include_media: true })
  const filesOf = () => Promise.all(ids.map((id) => readFile(at('recordings', id), 'base64')))
  const before = await filesOf()
  const keyBefore = JSON.parse(await readFile(at('library-key.json'), 'utf8'))

  const body = { passphrase: 'eight new otters' }
  const begun = await running.call('POST', '/v1/encryption/rekey', { body })
  expect(begun).toMatchObject({
    status: 202,
    body: { data: { encryption: { state: 'changing' } } },
  })
  await reach(running, 'on')
  await untilSealed(running)
  expect(await look(running)).toMatchObject({ work: { action: 'rekey', status: 'completed' } })
  expect(await transcripts(running)).toBe(library().plain.transcripts)
  for (const file of await filesOf()) expect(before).not.toContain(file)
  const { blobs } = openService(running).deps
  for (const id of ids) {
    const item = await openService(running)
      .deps.db.sql.selectFrom('content')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await blobs.hash(id, AbortSignal.timeout(10_000))).toBe(item.sha256)
  }
  expect(await readFile(at('recordings', 'note.txt'), 'utf8')).toBe('a note of somebody')
  expect(await readdir(at('replaced')).catch(() => [])).toEqual([])
  expect(JSON.parse(await readFile(at('library-key.json'), 'utf8'))).toMatchObject({
    id: expect.not.stringContaining(keyBefore.id),
    former: [{ id: keyBefore.id }],
  })
  await stop()

  const locked = await start({ passphrase })
  const unlock = (opener: object) => locked.call('POST', '/v1/encryption/unlock', { body: opener })
  expect((await unlock({ recovery_code: sealed.code })).status).toBe(403)
  expect((await unlock({ recovery_code: begun.body.data.recovery_code })).status).toBe(202)
  await reach(locked, 'on')
  const restored = await recover(locked, { action: 'restore_backup', backup: backup.id })
  expect(restored.work).toMatchObject({ error_code: null, lost_count: 0 })
  expect(await transcripts(locked)).toBe(library().plain.transcripts)
})
