import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unpackBackup } from '../../../service/backup/unpack.ts'
import { hashTables } from '../../../service/backup/dump.ts'
import { loadBackup } from '../../../service/backup/load.ts'
import { readMigrations } from '../../../service/db/migrate.ts'
import { openBlankDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { isNightly } from '../../support/nightly.ts'

// Backups of the five oldest versions of the tables (test/fixtures/backups/make.ts) come back in the newest one
// (reliability.md PG-9).

const fixtures = path.join(import.meta.dirname, '../../fixtures/backups')
/** One that a later step gave another name, and the list of steps itself. */
const changed = ['analyses', 'migrations']

// With each change the oldest, which takes the steps of all.
test.each([8, ...(isNightly ? [9, 10, 11, 12] : [])])(
  'a backup of version %i is loaded, whole',
  async (version) => {
    const folder = path.join(await temporaryFolder(), 'backup')
    const archive = path.join(fixtures, `${String(version).padStart(4, '0')}.tar`)
    const manifest = await unpackBackup(archive, folder)
    expect(manifest.migrations).toHaveLength(version)
    const db = await openBlankDatabase()
    onTestFinished(() => db.close())
    await loadBackup(db, folder, manifest)

    const applied = await db.sql
      .selectFrom('migrations' as never)
      .selectAll()
      .execute()
    expect(applied).toHaveLength((await readMigrations()).length)
    const rows = new Map((await hashTables(db)).map((table) => [table.name, table.rows]))
    for (const table of manifest.tables.filter(({ name }) => !changed.includes(name)))
      expect(rows.get(table.name), table.name).toBe(table.rows)

    const { name, description } = await db.sql
      .selectFrom('projects')
      .select(['name', 'description'])
      .executeTakeFirstOrThrow()
    expect({ name, description }).toEqual({ name: 'Kundengespräche', description: 'Calls' })
    const { segments } = await db.sql
      .selectFrom('transcripts')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(segments).toMatchObject([
      { id: 'seg_1', text: 'Guten Tag.', speaker_id: 'speaker_1' },
      { id: 'seg_2', text: 'Good morning.', speaker_id: 'speaker_1' },
    ])
    const { result } = await db.sql
      .selectFrom('analysis_runs')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(result)).toBe('{"z":"first","a":"second"}')
  },
)
