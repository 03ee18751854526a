import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse } from './open-errors.ts'

/**
 * Makes this process the one owner of a data folder (reliability.md PG-1). PGlite itself has no lock,
 * and two openers silently lose each other's rows. The lock is an operating-system lock on a file
 * beside the database, taken through SQLite (fcntl on POSIX, LockFileEx on Windows): taking it is
 * atomic, it never goes stale, and it is gone with the process however that ends.
 *
 * Nothing else in this process may open `owner.lock`: closing any other descriptor of that file would
 * drop a POSIX lock. Throws DataFolderInUse, having changed nothing.
 */
export function takeOwnership(dataDir: string): { release: () => void } {
  const file = new DatabaseSync(path.join(dataDir, 'owner.lock'), { timeout: 0 })
  try {
    // Held until the file is closed; nothing is ever written into it, nor into a journal. Only one
    // can hold an immediate transaction, and no other kind of holder exists: of starters at the same
    // moment one wins ("begin exclusive" also waits for readers, so two could refuse each other).
    file.exec('pragma journal_mode = memory; begin immediate')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new DataFolderInUse(readOwner(dataDir))
  }
  return { release: () => file.close() }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

/** Who that is, as far as service.json tells. One left by a dead process tells nothing. */
function readOwner(dataDir: string): { pid: number | null; baseUrl: string | null } {
  try {
    const text = readFileSync(path.join(dataDir, 'service.json'), 'utf8')
    const { pid, base_url: baseUrl }: { pid?: unknown; base_url?: unknown } = JSON.parse(text)
    if (typeof pid !== 'number' || typeof baseUrl !== 'string') throw new Error('other shape')
    process.kill(pid, 0)
    return { pid, baseUrl }
  } catch {
    return { pid: null, baseUrl: null }
  }
}
