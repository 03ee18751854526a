import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DatabaseDamaged } from '../../../../service/db/open-errors.ts'
import {
  copyLibrary,
  damages,
  makeLibrary,
  startOnFolder,
} from '../../../support/library-on-disk.ts'
import type { Damage, Library } from '../../../support/library-on-disk.ts'

// Starts over files as a power cut left them, of which one is damaged (reliability.md PG-4).

let library: Library
beforeAll(async () => {
  library = await makeLibrary()
})
afterAll(() => library.remove())

/** Starts on a damaged copy; what startService rejects with, or the answer to a question. */
async function startWith(relation: string, damage: Damage, at?: number) {
  const folder = await copyLibrary(library)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await damage(path.join(folder, library.files.get(relation) ?? relation), at)
  try {
    const app = await startOnFolder(folder)
    onTestFinished(() => app.stop())
    return app
  } catch (error) {
    return error
  }
}

test.each([
  ['content', 'a page of zeros', 'the list of recordings'],
  ['transcripts', 'a flipped byte', 'the transcripts'],
  ['events', 'cut short', 'the events and webhooks'],
] as const)(
  'a start after a power cut refuses rows lost: %s with %s',
  async (table, damage, part) => {
    const error = await startWith(table, damages[damage], 0.5)
    expect(error).toBeInstanceOf(DatabaseDamaged)
    expect(error).toMatchObject({ reason: `something is lost or cannot be read in ${part}` })
  },
)

test('counts that were lost are made anew, as nothing else was', async () => {
  const app = await startWith('row_counts', damages['cut to nothing'])
  if (!(app instanceof Object && 'deps' in app)) throw app
  const { deps } = app as Awaited<ReturnType<typeof startOnFolder>>
  const { rows } = await sql`SELECT rows FROM row_counts WHERE table_name = 'content'`.execute(
    deps.db.sql,
  )
  expect(rows).toEqual([{ rows: 602 }])
})
