import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create, extract } from 'tar'
import { BackupDamaged } from './errors.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { readManifest, tableFile, type Manifest } from './manifest.ts'

/** The names that a backup has; what else an archive holds is passed over. */
const known =
  /^(manifest\.json|tables\/[a-z_]{1,63}\.jsonl\.gz(\.sealed)?|recordings\/cont_[0-9a-z]{26}(\.json|\.key)?)$/

/** A backup as one file: a tar of its folder, the manifest first. Reads as it is taken. */
export async function packBackup(folder: string): Promise<Readable> {
  const found = await readdir(folder, { recursive: true })
  const names = found.map((name) => name.replaceAll('\\', '/')).filter((name) => known.test(name))
  const options = { cwd: folder, portable: true, strict: true, filter: asOwnFile }
  return Readable.from(create(options, names.toSorted()))
}

/** Two names of the same bytes are two files: of an entry that is a link, tar writes no bytes, and it fails at those. */
function asOwnFile(_name: string, found: { nlink?: number }): boolean {
  found.nlink = 1
  return true
}

/** Unpacks an archive into a new folder. Throws BackupDamaged where it is cut short or none of ours. */
export async function unpackBackup(
  archive: string | Readable,
  folder: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 })
  const source = typeof archive === 'string' ? createReadStream(archive) : archive
  const unpacked = extract({
    cwd: folder,
    strict: true,
    noChmod: true,
    preserveOwner: false,
    // Files only: a link could lead out of the folder.
    filter: (name, entry) => known.test(name) && 'type' in entry && entry.type === 'File',
  })
  try {
    await pipeline(source, unpacked, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw new BackupDamaged('the archive cannot be read to its end', error)
  }
  const manifest = await readManifest(folder)
  await requireTables(folder, manifest)
  return manifest
}

/**
 * An archive that was cut between two files ends like a whole one. The rows are compared as they are loaded; a
 * recording that is missing or damaged costs nothing but itself (recovery/gather-recordings.ts).
 */
async function requireTables(folder: string, { tables, encryption }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const file = tableFile(name, { isSealed: encryption !== undefined })
    const found = await stat(path.join(folder, file)).catch(ignoreMissing)
    if (!found) throw new BackupDamaged(`${file} is missing`)
  }
}
