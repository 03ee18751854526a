import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { unpackBackup } from '../backup/archive.ts'
import { copyLasting } from '../backup/copy-file.ts'
import { BackupDamaged } from '../backup/errors.ts'
import { loadBackup } from '../backup/load.ts'
import { readManifest, type Manifest } from '../backup/manifest.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { hashRecording, statRecording, type RecordingKeys } from '../blobs/recording-file.ts'
import { keyFileOf } from '../blobs/recording-keys.ts'
import { sidecarFileOf } from '../blobs/sidecar.ts'
import type { Log } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { fsyncTree } from '../db/fsync-tree.ts'
import { openDatabase } from '../db/open-database.ts'
import { openWithPassphrase } from '../encryption/passphrase.ts'
import { WrongPassphrase } from './failures.ts'
import { rebuildName } from './actions.ts'
import { findingFiles } from './finding.ts'
import { findRecordings } from './survey.ts'
import { openRestoring, type Swap } from './swap.ts'

export type RestoreOptions = {
  dataDir: string
  /** A backup's folder, or its archive. */
  source: string
  /** Opens the installation's key in the backup; without it that of the data folder is kept. */
  passphrase: string | undefined
  log: Log
  startScript: StartScript | undefined
  templates: string
  /** Those of an encrypted library, whose recordings stay sealed. */
  keys?: RecordingKeys | null
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

/**
 * Makes the library of a backup in `restoring/`, compared row by row and hash by hash, and says how to put it in
 * place. Throws BackupDamaged, BackupTooNew or WrongPassphrase with the library as it was.
 */
export async function prepareRestore(options: RestoreOptions): Promise<Swap> {
  const { dataDir, onProgress } = options
  const target = await openRestoring(dataDir)
  const { folder, manifest } = await openBackup(options, target)
  onProgress(0.1)
  const secret = await chooseSecret(options, manifest)
  if (secret) await writeFlushed(path.join(target, 'secret-key'), secret)
  await loadInto(target, folder, manifest, options)
  await gatherRecordings(options, target, { folder, manifest })
  for (const name of ['database', 'recordings']) await fsyncTree(path.join(target, name))
  await rm(path.join(target, 'unpacked'), { recursive: true, force: true })
  const bring = ['database', 'recordings', ...(secret ? ['secret-key'] : [])]
  return { aside: [...findingFiles, rebuildName, ...bring], bring }
}

async function openBackup({ source }: RestoreOptions, target: string) {
  const found = await stat(source).catch(ignoreMissing)
  if (!found) throw new BackupDamaged('there is no such backup')
  if (found.isDirectory()) return { folder: source, manifest: await readManifest(source) }
  const folder = path.join(target, 'unpacked')
  return { folder, manifest: await unpackBackup(source, folder) }
}

/** The key to bring: the backup's, or a new one where there is none that could be kept; null keeps the present one. */
async function chooseSecret(
  { dataDir, passphrase }: RestoreOptions,
  { secret }: Manifest,
): Promise<Buffer | null> {
  if (passphrase !== undefined && secret) {
    const opened = await openWithPassphrase(secret, passphrase)
    if (!opened) throw new WrongPassphrase()
    if (opened.length !== 32) throw new BackupDamaged('the sealed key has another length')
    return opened
  }
  const present = await readFile(path.join(dataDir, 'secret-key')).catch(ignoreMissing)
  return present?.length === 32 ? null : randomBytes(32)
}

async function loadInto(
  target: string,
  folder: string,
  manifest: Manifest,
  { log, startScript, templates, onProgress }: RestoreOptions,
): Promise<void> {
  const db = await openDatabase({ dataDir: target, log, startScript, templates })
  try {
    const onLoad = (share: number) => onProgress(0.1 + share * 0.7)
    await loadBackup(db, folder, manifest, { onProgress: onLoad })
  } finally {
    await db.close()
  }
}

type Backup = { folder: string; manifest: Manifest }

/**
 * All recordings of the data folder and of the backup, under a second name of the same bytes where the disk can:
 * those that came after the backup are found by the start and offered to be taken in (features/orphans).
 */
async function gatherRecordings(
  { dataDir, keys = null }: RestoreOptions,
  target: string,
  { folder, manifest }: Backup,
): Promise<void> {
  const recordings = path.join(target, 'recordings')
  await mkdir(recordings, { mode: 0o700 })
  const present = new Map((await findRecordings(dataDir)).map(({ id, file }) => [id, file]))
  for (const { id, bytes, sha256, is_included: isIncluded } of manifest.media) {
    const own = present.get(id)
    if (!isIncluded || (own && (await statRecording(own, keys))?.bytes === bytes)) continue
    const file = path.join(folder, 'recordings', id)
    const found = await statRecording(file, keys)
    const isSound =
      found?.bytes === bytes && (sha256 === null || (await hashRecording(file, keys)) === sha256)
    if (!isSound) throw new BackupDamaged(`the recording ${id} is not as it was`)
    present.set(id, file)
  }
  for (const [id, file] of present) {
    const copy = path.join(recordings, id)
    await copyLasting(file, copy, null)
    for (const besides of [sidecarFileOf, keyFileOf]) {
      await copyLasting(besides(file), besides(copy), null).catch(ignoreMissing)
    }
  }
}
