import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newRecordingKey, writeRecordingKey } from '../blobs/recording-keys.ts'
import { sidecarFileOf } from '../blobs/sidecar.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { createSealing, sealBytes } from '../encryption/sealed-file.ts'
import { acceptPart, isGood, listStored, makePart, type Good } from './backup-store.ts'
import {
  readManifestFile,
  tableFile,
  writeManifest,
  type BackupEncryption,
  type Manifest,
} from './manifest.ts'

type Sealing = { keys: LibraryKeys; encryption: BackupEncryption }

/**
 * Seals the backups that were made before the library was encrypted, and readable manifests, one after another; each takes the place of what
 * it was made from as a whole. The signal ends it before the next one.
 */
export async function sealBackups(
  folder: string,
  sealing: Sealing,
  signal: AbortSignal,
): Promise<void> {
  for (const backup of (await listStored(folder)).filter(isGood)) {
    const manifest = await readManifestFile(path.join(folder, backup.id))
    if (signal.aborted) return
    if (manifest.format === 1) await sealBackup(folder, { backup, manifest }, sealing)
    if (manifest.format === 2)
      await sealItsManifest(path.join(folder, backup.id), manifest, sealing)
  }
}

/** Of a backup from before manifests were sealed. */
async function sealItsManifest(folder: string, manifest: Manifest, { keys, encryption }: Sealing) {
  const isOurs = manifest.encryption?.library_key.id === encryption.library_key.id
  if (isOurs) await writeManifest(folder, manifest, keys.backups)
}

async function sealBackup(
  folder: string,
  { backup, manifest }: { backup: Good; manifest: Manifest },
  { keys, encryption }: Sealing,
): Promise<void> {
  const from = path.join(folder, backup.id)
  const part = await makePart(folder, backup.id)
  await mkdir(path.join(part, 'tables'), { mode: 0o700 })
  for (const { name } of manifest.tables) {
    const [plain, sealed] = [false, true].map((isSealed) => tableFile(name, { isSealed }))
    await sealFile(path.join(from, plain ?? ''), path.join(part, sealed ?? ''), keys.backups)
  }
  const media = manifest.media.filter((one) => one.is_included)
  if (media.length > 0) await mkdir(path.join(part, 'recordings'), { mode: 0o700 })
  for (const { id } of media) {
    const at = (place: string): string => path.join(place, 'recordings', id)
    const key = newRecordingKey()
    await sealFile(at(from), at(part), key)
    await writeRecordingKey(part, at(part), { key, recordingsKey: keys.recordings })
    const sidecar = sidecarFileOf(at(from))
    if (!existsSync(sidecar)) continue
    await writeFlushed(sidecarFileOf(at(part)), sealBytes(keys.files, await readFile(sidecar)))
  }
  await writeManifest(part, { ...manifest, format: 2, encryption }, keys.backups)
  const { id, reason, created_at, completed_at, includes_media } = backup
  const described = { id, reason, created_at, completed_at, includes_media }
  await acceptPart(folder, described, keys.backups)
}

const sealFile = (from: string, to: string, key: Buffer): Promise<void> =>
  pipeline(
    createReadStream(from),
    createSealing(key),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  )
