import { constants } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Connection } from './connection.ts'
import type { Engine } from './engine.ts'

/** What a database in memory leaves in the place of a folder. */
export const dumpFile = 'database.tar'

/**
 * Copies the files of the database, as they are between two statements, into a new folder. There is one
 * session, so a long transaction would hold up everybody; this does so for the time of a copy, or of a clone
 * where the file system makes them.
 */
export async function takeSnapshot(
  connection: Connection,
  { dump }: Engine,
  source: string | null,
  folder: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  await connection.sql.connection().execute(async (held) => {
    await sql`CHECKPOINT`.execute(held)
    if (source === null) {
      await writeFile(path.join(folder, dumpFile), await dump(), { mode: 0o600 })
      return
    }
    const mode = constants.COPYFILE_FICLONE
    await cp(source, path.join(folder, 'database'), { recursive: true, mode })
  })
}
