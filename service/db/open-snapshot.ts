import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../core/log.ts'
import type { LibraryDatabaseKeys } from './database-marker.ts'
import { openDatabase, type OpenedDb } from './open-database.ts'
import { dumpFile } from './take-snapshot.ts'

/** Opens a snapshot, which the caller owns: also in a process that has the database itself not open. */
export async function openSnapshot(
  folder: string,
  log: Log,
  keys?: LibraryDatabaseKeys,
): Promise<OpenedDb> {
  const dumped = path.join(folder, dumpFile)
  if (!existsSync(dumped)) return openDatabase({ dataDir: folder, log, ...(keys ? { keys } : {}) })
  return openDatabase({ dataDir: null, log, template: await readFile(dumped) })
}
