import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { copyLasting } from '../backup/copy-file.ts'
import { BackupDamaged } from '../backup/errors.ts'
import type { Manifest, Media } from '../backup/manifest.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { hashRecording, statRecording } from '../blobs/recording-file.ts'
import { keyFileOf, readRecordingKey, writeRecordingKey } from '../blobs/recording-keys.ts'
import { readSidecar, sidecarFileOf, writeSidecar } from '../blobs/sidecar.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { isSealedFile } from '../encryption/sealed-file.ts'
import { findRecordings } from './survey.ts'

export type GatheredBackup = {
  folder: string
  manifest: Manifest
  /** Of an encrypted one. */
  keys: LibraryKeys | null
}

/**
 * Copies into the folder `recordings` all of the data folder and of the backup, under the keys of `target`, under a second name of the same bytes where the disk can:
 * those that came after the backup are found by the start and offered to be taken in (features/orphans). Those that a
 * locked library has encrypted stay with it.
 */
export async function gatherRecordings(
  { dataDir, keys: own }: { dataDir: string; keys: LibraryKeys | null },
  recordings: string,
  backup: GatheredBackup & { target: LibraryKeys | null },
): Promise<void> {
  await mkdir(recordings, { mode: 0o700 })
  const chosen = new Map<string, Source>()
  for (const { id, file } of await findRecordings(dataDir)) {
    const isReadable = own !== null || !existsSync(keyFileOf(file))
    if (isReadable) chosen.set(id, { file, keys: own })
  }
  for (const media of backup.manifest.media.filter((one) => one.is_included)) {
    const present = chosen.get(media.id)
    const facts = present && (await statRecording(present.file, present.keys))
    if (facts?.bytes === media.bytes) continue
    const source = await findInBackup(backup, media)
    if (source) chosen.set(media.id, source)
  }
  for (const [id, source] of chosen) {
    await bringRecording(source, path.join(recordings, id), backup.target)
  }
}

/** A recording, and what opens it where it is encrypted. */
type Source = { file: string; keys: LibraryKeys | null }

/** Null where its key was deleted, and with it the recording. Throws BackupDamaged. */
async function findInBackup(
  { folder, manifest, keys }: GatheredBackup,
  { id, bytes, sha256 }: Media,
): Promise<Source | null> {
  const file = path.join(folder, 'recordings', id)
  const isDeleted =
    manifest.encryption && !existsSync(keyFileOf(file)) && (await isSealedFile(file))
  if (isDeleted) return null
  const found = await statRecording(file, keys)
  const isSound =
    found?.bytes === bytes && (sha256 === null || (await hashRecording(file, keys)) === sha256)
  if (!isSound) throw new BackupDamaged(`the recording ${id} is not as it was`)
  return { file, keys }
}

async function bringRecording(
  { file, keys }: Source,
  copy: string,
  target: LibraryKeys | null,
): Promise<void> {
  await copyLasting(file, copy, null)
  if (keys && target && !keys.recordings.equals(target.recordings)) {
    return resealRecording(file, copy, { from: keys, to: target })
  }
  for (const besides of [sidecarFileOf, keyFileOf]) {
    await copyLasting(besides(file), besides(copy), null).catch(ignoreMissing)
  }
}

/** The same key of the recording, and the sidecar, under the keys of another library. */
async function resealRecording(
  file: string,
  copy: string,
  { from, to }: { from: LibraryKeys; to: LibraryKeys },
): Promise<void> {
  const key = await readRecordingKey(file, from.recordings)
  const incoming = path.dirname(copy)
  if (key) await writeRecordingKey(incoming, copy, { key, recordingsKey: to.recordings })
  const sidecar = await readSidecar(file, from.files)
  if (sidecar) await writeSidecar(incoming, copy, { sidecar, filesKey: to.files })
}
