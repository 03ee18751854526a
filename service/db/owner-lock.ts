import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse, LockUnusable, OwnershipLost } from './open-errors.ts'

export type Ownership = { release: () => Promise<void> }

type OwnershipOptions = {
  /** Called once if the lock was taken away while it was held: this process must then write no more. */
  onLost?: ((error: OwnershipLost) => void) | undefined
  /** How often the lock is looked at, in milliseconds. */
  watchMs?: number
}

/**
 * Makes this process the one owner of a data folder (reliability.md PG-1). PGlite itself has no lock,
 * and two openers silently lose each other's rows. There are two locks, both the operating system's: taking
 * one is atomic, and it is gone with the process however that ends.
 *
 * - On the file `owner.lock`, through SQLite (fcntl on POSIX, LockFileEx on Windows). Whoever removes
 *   the file makes room for a second owner, so its identity is watched.
 * - On a name that the kernel keeps for the folder, which nobody can remove (not on macOS, which has none).
 *
 * Nothing else in this process may open `owner.lock`: closing any other descriptor of that file would
 * drop a POSIX lock. Throws DataFolderInUse, having changed nothing.
 */
export async function takeOwnership(
  dataDir: string,
  { onLost, watchMs = 250 }: OwnershipOptions = {},
): Promise<Ownership> {
  const lockPath = path.join(dataDir, 'owner.lock')
  const file = lockFile(lockPath, dataDir)
  const held = identityOf(lockPath)
  let name: Server | null
  try {
    name = await takeName(dataDir)
  } catch (error) {
    file.close()
    throw error
  }
  const watch = setInterval(() => {
    if (identityOf(lockPath) === held) return
    clearInterval(watch)
    onLost?.(new OwnershipLost())
  }, watchMs)
  watch.unref()
  return {
    release: async () => {
      clearInterval(watch)
      await closed(name)
      file.close()
    },
  }
}

/** What a person reads who opens the file; as the name of a table it stands there in plain text. */
const explanation =
  'Earshot holds this file while it runs, so that no second service opens this folder. It is not left over: keep it.'

function lockFile(lockPath: string, dataDir: string): DatabaseSync {
  const file = openLock(lockPath)
  try {
    file.exec('pragma journal_mode = memory')
    // Only one can hold an immediate transaction, and no other kind of holder exists: of starters at
    // the same moment one wins ("begin exclusive" also waits for readers, so two could refuse each other).
    file.exec('begin immediate')
    const [found] = file.prepare('select count(*) as tables from sqlite_schema').all()
    if (found?.['tables'] === 0) {
      file.exec(`create table "${explanation}" (empty)`)
      // Between these two another starter may win; then this one is refused like any other.
      file.exec('commit')
      file.exec('begin immediate')
    }
    return file
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw new LockUnusable(lockPath, error)
    throw new DataFolderInUse(readOwner(dataDir))
  }
}

/** Throws LockUnusable where a folder or the like is in its place. */
function openLock(lockPath: string): DatabaseSync {
  try {
    return new DatabaseSync(lockPath, { timeout: 0 })
  } catch (error) {
    throw new LockUnusable(lockPath, error)
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

/** Which file lies under a name; null where none does. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** Listens under the folder's name, to which nobody ever connects; null where the system has no such names. */
async function takeName(dataDir: string): Promise<Server | null> {
  const name = `earshot-owner-${identityOf(dataDir)}`
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string]
  if (address === undefined) return null
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new DataFolderInUse(readOwner(dataDir)) : error)
    })
    server.listen(address, resolve)
  })
  return server.unref()
}

const closed = (server: Server | null): Promise<void> =>
  new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))

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
