import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create, extract } from 'tar'
import { BackupDamaged } from './errors.ts'
import { sealedBytesOf } from '../encryption/sealed-file.ts'
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
  await requireFiles(folder, manifest)
  return manifest
}

/** An archive that was cut between two files ends like a whole one. The rows are compared as they are loaded. */
async function requireFiles(
  folder: string,
  { tables, media, encryption }: Manifest,
): Promise<void> {
  const isSealed = encryption !== undefined
  for (const { name } of tables) await requireFile(folder, tableFile(name, { isSealed }), null)
  for (const { id, bytes, is_included: isIncluded } of media) {
    if (!isIncluded) continue
    // While a library is being encrypted, some are sealed and some are not.
    const sizes = isSealed ? [bytes, sealedBytesOf(bytes)] : [bytes]
    await requireFile(folder, path.join('recordings', id), sizes)
  }
}

async function requireFile(
  folder: string,
  name: string,
  sizes: readonly number[] | null,
): Promise<void> {
  const found = await stat(path.join(folder, name)).catch(() => null)
  if (!found) throw new BackupDamaged(`${name} is missing`)
  if (sizes !== null && !sizes.includes(found.size)) throw new BackupDamaged(`${name} is cut short`)
}
