import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fsyncFolder } from './durable-fs.ts'
import { DatabaseDamaged } from './open-errors.ts'

/** The major version of PostgreSQL inside the pinned PGlite; its files open with no other. */
const postgresMajor = '18'
/** Written last into a folder that is being made: without it the folder is not a database. */
const marker = 'earshot-database.json'
/** Stands beside the folder once it was made, so that its loss is not taken for a first start. */
const madeMarker = 'database.made'
/** PostgreSQL's control file has this size in every version (PG_CONTROL_FILE_SIZE). */
const controlFileBytes = 8192

/**
 * The folder of the database's files, made where there is none yet, checked where there is. PGlite
 * would wipe a folder whose PG_VERSION is missing, so it only ever gets whole ones to open and empty
 * ones to fill (reliability.md PG-2). Throws DatabaseDamaged, having moved nothing.
 */
export async function prepareFolder(
  dataDir: string,
  initialise: (emptyFolder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(dataDir, 'database')
  const made = path.join(dataDir, madeMarker)
  if (existsSync(folder)) {
    checkWhole(folder)
    // Earlier releases left the modes to the process's umask.
    if (isOpen(path.join(folder, marker))) keepPrivate(folder)
  } else if (existsSync(made)) throw new DatabaseDamaged('the folder "database" is gone')
  else await makeFolder(folder, initialise)
  if (!existsSync(made)) {
    await writeFile(made, '', { flush: true, mode: 0o600 })
    fsyncFolder(dataDir)
  }
  return folder
}

/** pg_control holds the state of the files at this place; 1 is DB_SHUTDOWNED of PostgreSQL's pg_control.h. */
const [stateAt, shutDown] = [16, 1]

/** Whether a database was closed in order, read before it is opened. */
export function wasShutDown(folder: string): boolean {
  const control = readFileSync(path.join(folder, 'global', 'pg_control'))
  return control.readInt32LE(stateAt) === shutDown
}

/** Made aside, synced, then named: a kill at any moment leaves a whole folder or none. */
async function makeFolder(
  folder: string,
  initialise: (emptyFolder: string) => Promise<void>,
): Promise<void> {
  const aside = `${folder}.new`
  // Left by a first start that was killed; nothing was ever stored in it.
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  await initialise(aside)
  const made = { format: 1, postgres: postgresMajor, made_at: new Date().toISOString() }
  await writeFile(path.join(aside, marker), JSON.stringify(made))
  keepPrivate(aside)
  await fsyncTree(aside)
  await rename(aside, folder)
  fsyncFolder(path.dirname(folder))
}

/**
 * For its owner only (reliability.md L-7): copied files are as open as those of whoever made the template.
 * The marker comes last, so that a kill on the way is made good by the next start.
 */
function keepPrivate(folder: string): void {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.name === marker) continue
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
  chmodSync(path.join(folder, marker), 0o600)
}

const isOpen = (file: string): boolean => (statSync(file).mode & 0o077) !== 0

/** Flushes every file and folder below. */
export async function fsyncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const entryPath = path.join(folder, entry.name)
      return entry.isDirectory() ? fsyncTree(entryPath) : fsyncFile(entryPath)
    }),
  )
  fsyncFolder(folder)
}

async function fsyncFile(file: string): Promise<void> {
  // Windows wants write access for it.
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

function checkWhole(folder: string): void {
  const at = (...names: string[]): string => path.join(folder, ...names)
  try {
    JSON.parse(readFileSync(at(marker), 'utf8'))
  } catch (error) {
    throw new DatabaseDamaged(`${marker} is missing or unreadable`, error)
  }
  const version = existsSync(at('PG_VERSION')) ? readFileSync(at('PG_VERSION'), 'utf8').trim() : ''
  if (version !== postgresMajor) {
    throw new DatabaseDamaged(
      version === '' ? 'PG_VERSION is missing or empty' : `it was made by PostgreSQL ${version}`,
    )
  }
  const control = statSync(at('global', 'pg_control'), { throwIfNoEntry: false })
  if (control?.size !== controlFileBytes) {
    throw new DatabaseDamaged('global/pg_control is missing or cut short')
  }
  for (const name of ['base', 'pg_wal']) {
    if (!existsSync(at(name)) || readdirSync(at(name)).length === 0) {
      throw new DatabaseDamaged(`${name}/ is missing or empty`)
    }
  }
}
