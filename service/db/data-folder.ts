import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { convertDatabase } from './convert-database.ts'
import {
  checkWhole,
  markerName,
  newMarker,
  writeMarker,
  type LibraryDatabaseKeys,
} from './database-marker.ts'
import { fsyncFolder } from './durable-fs.ts'
import { fsyncTree } from './fsync-tree.ts'
import { DatabaseDamaged } from './open-errors.ts'

/** Stands beside the folder once it was made, so that its loss is not taken for a first start. */
const madeMarker = 'database.made'

/**
 * The folder of the database's files, made where there is none yet (encrypted where `keys` are given), checked where
 * there is. PGlite would wipe a folder whose PG_VERSION is missing, so it only ever gets whole ones to open and empty
 * ones to fill (reliability.md PG-2). Throws DatabaseDamaged, having moved nothing.
 */
export async function prepareFolder(
  dataDir: string,
  initialise: (emptyFolder: string) => Promise<void>,
  keys?: LibraryDatabaseKeys,
): Promise<string> {
  const folder = path.join(dataDir, 'database')
  const made = path.join(dataDir, madeMarker)
  if (existsSync(folder)) {
    checkWhole(folder)
    // Earlier releases left the modes to the process's umask.
    if (isOpen(path.join(folder, markerName))) keepPrivate(folder)
  } else if (existsSync(made)) throw new DatabaseDamaged('the folder "database" is gone')
  else await makeFolder(folder, initialise, keys)
  if (!existsSync(made)) {
    await writeFile(made, '', { flush: true, mode: 0o600 })
    fsyncFolder(dataDir)
  }
  return folder
}

/** Made aside, synced, then named: a kill at any moment leaves a whole folder or none. */
async function makeFolder(
  folder: string,
  initialise: (emptyFolder: string) => Promise<void>,
  keys: LibraryDatabaseKeys | undefined,
): Promise<void> {
  const [aside, sealed] = [`${folder}.new`, `${folder}.new-sealed`]
  // Left by a first start that was killed; nothing was ever stored in it.
  for (const left of [aside, sealed]) await rm(left, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  await initialise(aside)
  await writeMarker(aside, newMarker())
  keepPrivate(aside)
  if (keys === undefined) await fsyncTree(aside)
  else {
    await convertDatabase(aside, sealed, { seal: keys })
    await rm(aside, { recursive: true })
  }
  await rename(keys === undefined ? aside : sealed, folder)
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
    if (entry.name === markerName) continue
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
  chmodSync(path.join(folder, markerName), 0o600)
}

const isOpen = (file: string): boolean => (statSync(file).mode & 0o077) !== 0
