import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { copyLasting } from '../backup/copy-file.ts'
import type { Manifest, Media } from '../backup/manifest.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { hashRecording, statRecording } from '../blobs/recording-file.ts'
import { keyFileOf } from '../blobs/recording-keys.ts'
import { isUnreadable } from '../core/unreadable.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { isSealedFile } from '../encryption/sealed-file.ts'
import { copyBesides, resealBesides } from './reseal-besides.ts'
import { findRecordings } from './survey.ts'

export type GatheredBackup = {
  folder: string
  manifest: Manifest
  /** Of an encrypted one. */
  keys: LibraryKeys | null
}

/** A recording whose sound is nowhere as it was sent: its file is damaged, or there is none to bring. */
export type LostSound = { id: string; state: 'damaged' | 'missing' }

/**
 * Copies into the folder `recordings` all of the data folder and of the backup, under the keys of `target`, under a second name of the same bytes where the disk can:
 * those that came after the backup are found by the start and offered to be taken in (features/orphans). Those that a
 * locked library has encrypted stay with it. Of each recording in the backup the copy with its hash is taken, that of
 * the data folder first. Resolves with those of which no copy has it: a damaged one in the data folder is brought,
 * one in the backup stays there.
 */
export async function gatherRecordings(
  { dataDir, keys: own }: { dataDir: string; keys: LibraryKeys | null },
  recordings: string,
  backup: GatheredBackup & { target: LibraryKeys | null },
): Promise<LostSound[]> {
  await mkdir(recordings, { mode: 0o700 })
  const chosen = new Map<string, Source>()
  for (const { id, file } of await findRecordings(dataDir)) {
    const isReadable = own !== null || !existsSync(keyFileOf(file))
    if (isReadable) chosen.set(id, { file, keys: own })
  }
  const lost: LostSound[] = []
  for (const media of backup.manifest.media.filter((one) => one.is_included)) {
    const present = chosen.get(media.id)
    if (present && (await isSound(present, media))) continue
    const copy = toCopyIn(backup, media.id)
    if (await isSound(copy, media)) chosen.set(media.id, copy)
    else if (!(await isDeleted(copy.file, backup.manifest))) {
      lost.push({ id: media.id, state: present ? 'damaged' : 'missing' })
    }
  }
  for (const [id, source] of chosen) {
    await bringRecording(source, path.join(recordings, id), backup.target)
  }
  return lost
}

/** A recording, and what opens it where it is encrypted. */
type Source = { file: string; keys: LibraryKeys | null }

const toCopyIn = ({ folder, keys }: GatheredBackup, id: string): Source => ({
  file: path.join(folder, 'recordings', id),
  keys,
})

/** Whether its key in an encrypted backup was deleted, and with it the recording (decision 0081). */
async function isDeleted(file: string, { encryption }: Manifest): Promise<boolean> {
  if (!encryption || existsSync(keyFileOf(file))) return false
  return (await isRegularFile(file)) && (await isSealedFile(file))
}

/** Anything else, such as a pipe, may never end when it is read. */
const isRegularFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch(ignoreMissing))?.isFile() ?? false

/**
 * Whether it is there with the size and the hash that it came with. One that has no hash, from an earlier version, is
 * read to its end. A file that the disk does not give back is damaged like one that was changed.
 */
async function isSound({ file, keys }: Source, { bytes, sha256 }: Media): Promise<boolean> {
  try {
    if (!(await isRegularFile(file))) return false
    if ((await statRecording(file, keys))?.bytes !== bytes) return false
    const hash = await hashRecording(file, keys)
    return sha256 === null ? hash !== null : hash === sha256
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

async function bringRecording(
  { file, keys }: Source,
  copy: string,
  target: LibraryKeys | null,
): Promise<void> {
  await copyLasting(file, copy, null)
  if (keys && target && !keys.recordings.equals(target.recordings)) {
    return resealBesides(file, copy, { from: keys, to: target })
  }
  await copyBesides(file, copy)
}
