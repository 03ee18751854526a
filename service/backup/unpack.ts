import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { keyFileOf } from '../blobs/recording-keys.ts'
import { sidecarFileOf } from '../blobs/sidecar.ts'
import { isUnreadable } from '../core/unreadable.ts'
import { sealedBytesOf } from '../encryption/sealed-file.ts'
import { BackupDamaged } from './errors.ts'
import {
  manifestFile,
  mostManifestBytes,
  readManifest,
  tableFile,
  type Manifest,
  type OpenBackupKey,
} from './manifest.ts'
import { readTarEntries, type TarEntry } from './tar-entries.ts'
import { withTar } from './unzip.ts'

/** Sizes in bytes that no sidecar and no key of a recording reaches. */
const [mostSidecarBytes, mostKeyBytes] = [1 << 16, 1 << 12]

/**
 * Unpacks an archive into a new folder: the files that its manifest names, none larger than the manifest says. One that
 * somebody packed with gzip is unzipped beside the folder first. When this ends, in either way, nothing is written any
 * more. A recording that is damaged or missing stays so; throws BackupDamaged where the manifest or a table is, or where
 * this is no such archive, and ENOSPC. `openKey` opens the manifest of an encrypted backup.
 */
export async function unpackBackup(
  archive: string,
  folder: string,
  openKey?: OpenBackupKey,
): Promise<Manifest> {
  // A pipe or a device may never end.
  if (!(await stat(archive)).isFile()) throw new BackupDamaged('it is neither a file nor a folder')
  try {
    return await withTar(archive, `${folder}.tar`, (tar) => unpackTar(tar, folder, openKey))
  } catch (error) {
    if (isUnreadable(error)) throw new BackupDamaged('the disk does not give it back', error)
    throw error
  }
}

async function unpackTar(
  archive: string,
  folder: string,
  openKey: OpenBackupKey | undefined,
): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 })
  for (const name of ['tables', 'recordings']) await mkdir(path.join(folder, name), { mode: 0o700 })
  const handle = await open(archive)
  try {
    const copy = (entry: TarEntry) => unpackEntry(archive, entry, folder)
    await unpackManifest(readTarEntries(handle), copy)
    const manifest = await readManifest(folder, openKey)
    const limits = limitsOf(manifest)
    for await (const entry of readTarEntries(handle)) {
      const most = limits.get(entry.name)
      // The first of a name is ours.
      limits.delete(entry.name)
      if (most !== undefined && entry.bytes <= most) await copy(entry)
    }
    await requireTables(folder, manifest)
    return manifest
  } finally {
    await handle.close()
  }
}

async function unpackManifest(
  entries: AsyncIterable<TarEntry>,
  copy: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  for await (const entry of entries) {
    if (entry.name !== manifestFile || entry.bytes > mostManifestBytes) continue
    return copy(entry)
  }
  throw new BackupDamaged(`there is no ${manifestFile} in it`)
}

/** The names that the manifest makes, and the size in bytes that each file can have. */
function limitsOf({ tables, media, encryption }: Manifest): Map<string, number> {
  const limits = new Map<string, number>()
  for (const { name, bytes } of tables) {
    const file = tableFile(name, { isSealed: encryption !== undefined })
    // What cannot be compressed grows by less than a thousandth (RFC 1951, 3.2.4).
    const zipped = Math.ceil(bytes * 1.001) + 1024
    limits.set(file.replaceAll('\\', '/'), sealedBytesOf(zipped))
  }
  for (const { id, bytes } of media.filter((one) => one.is_included)) {
    const file = `recordings/${id}`
    // While a library is being encrypted, some are sealed and some are not.
    limits.set(file, sealedBytesOf(bytes))
    limits.set(sidecarFileOf(file), mostSidecarBytes)
    limits.set(keyFileOf(file), mostKeyBytes)
  }
  return limits
}

/** One that the disk does not give back, or that ends too early, is found by its size and hash. */
async function unpackEntry(
  archive: string,
  { name, start, bytes }: TarEntry,
  folder: string,
): Promise<void> {
  const file = path.join(folder, name)
  if (bytes === 0) return writeFile(file, '', { flag: 'wx', mode: 0o600 })
  const range = { start, end: start + bytes - 1, highWaterMark: 1 << 20 }
  try {
    await pipeline(
      createReadStream(archive, range),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}

/** So many times at most gzip makes bytes fewer (zlib, Technical Details: 1032 to 1). */
const mostCompression = 1032

/**
 * An archive that was cut between two files ends like a whole one. The rows are compared as they are loaded. Throws
 * BackupDamaged where a table is missing, or holds fewer bytes than the manifest says.
 */
export async function requireTables(
  folder: string,
  { tables, encryption }: Manifest,
): Promise<void> {
  for (const { name, bytes } of tables) {
    const file = tableFile(name, { isSealed: encryption !== undefined })
    const found = await stat(path.join(folder, file)).catch(ignoreMissing)
    if (!found?.isFile()) throw new BackupDamaged(`${file} is missing`)
    if (found.size * mostCompression < bytes) throw new BackupDamaged(`${file} is cut short`)
  }
}
