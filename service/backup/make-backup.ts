import { existsSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { hashFile } from '../core/hash-file.ts'
import type { Log } from '../core/log.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { openSnapshot } from '../db/open-snapshot.ts'
import { copyLasting } from './copy-file.ts'
import { dumpTables } from './dump.ts'
import { loadBackup } from './load.ts'
import { readManifest, writeManifest, Manifest, type Media } from './manifest.ts'

/** What the process that makes a backup is told. */
export const BackupOrder = Type.Object({
  /** Of the database; it is written to only as PostgreSQL opens it. */
  snapshot: Type.String(),
  /** An empty folder, which becomes the backup. */
  folder: Type.String(),
  recordings: Type.String(),
  /** Another backup in the same place: recordings that it has too are not copied again. */
  previous: Type.Union([Type.String(), Type.Null()]),
  includes_media: Type.Boolean(),
  /** Selects `id`, `bytes` and `sha256` of the recordings. */
  media_query: Type.String(),
  omit: Type.Array(
    Type.Object({ table: Type.String(), where: Type.Union([Type.String(), Type.Null()]) }),
  ),
  ...Type.Pick(Manifest, ['app_version', 'created_at', 'secret']).properties,
})
export type BackupOrder = Static<typeof BackupOrder>

/**
 * Writes a backup and proves it: it is loaded into a database in memory and compared, and each recording that
 * was copied has the hash that it came with (reliability.md B-2).
 */
export async function makeBackup(
  order: BackupOrder,
  log: Log,
  onProgress: (share: number) => void,
): Promise<void> {
  const { folder, app_version, created_at, secret } = order
  const db = await openSnapshot(order.snapshot, log)
  const onDump = (share: number) => onProgress(share * 0.35)
  const dumped = await dumpTables(db, folder, { omit: order.omit, onProgress: onDump })
  const media = await listMedia(db, order)
  await db.close()
  const onCopy = (share: number) => onProgress(0.35 + share * 0.3)
  if (order.includes_media) await copyMedia(order, media, onCopy)
  await writeManifest(folder, { format: 1, app_version, created_at, ...dumped, media, secret })
  const loaded = await openDatabase({ dataDir: null, log })
  const onLoad = (share: number) => onProgress(0.65 + share * 0.3)
  const manifest = await readManifest(folder)
  await loadBackup(loaded, folder, manifest, { onProgress: onLoad, isMigrated: false })
  await loaded.close()
  onProgress(1)
}

/** The recordings that are on disk; a database from before there were any has none. */
async function listMedia(db: Db, order: BackupOrder): Promise<Media[]> {
  const { rows } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('content') IS NOT NULL AS is_there`.execute(db.sql)
  if (rows[0]?.is_there !== true) return []
  const found = await sql.raw<Omit<Media, 'is_included'>>(order.media_query).execute(db.sql)
  const media: Media[] = []
  for (const { id, bytes, sha256 } of found.rows) {
    const file = await stat(path.join(order.recordings, id)).catch(() => null)
    // One that is gone or damaged is told of elsewhere; a backup holds what is sound.
    if (file?.size !== bytes) continue
    media.push({ id, bytes, sha256, is_included: order.includes_media })
  }
  return media
}

/** Marks as not included what turns out to differ from its hash. */
async function copyMedia(
  { folder, recordings, previous }: BackupOrder,
  media: Media[],
  onProgress: (share: number) => void,
): Promise<void> {
  const target = path.join(folder, 'recordings')
  await mkdir(target, { mode: 0o700 })
  const total = media.reduce((sum, { bytes }) => sum + bytes, 1)
  let done = 0
  for (const each of media) {
    const [from, to] = [path.join(recordings, each.id), path.join(target, each.id)]
    const twin = await findTwin(previous, each)
    const made = await copyLasting(from, to, twin)
    // Bytes that are only named anew are those that are compared once a month (reliability.md U-9).
    const isSound =
      made === 'linked' || each.sha256 === null || (await hashFile(to)) === each.sha256
    if (isSound) await copySidecar(`${from}.json`, `${to}.json`)
    else await rm(to)
    each.is_included = isSound
    onProgress((done += each.bytes) / total)
  }
}

async function findTwin(previous: string | null, { id, bytes }: Media): Promise<string | null> {
  if (previous === null) return null
  const file = path.join(previous, 'recordings', id)
  const found = await stat(file).catch(() => null)
  return found?.size === bytes ? file : null
}

/** Recordings of earlier versions get theirs in the background, and may have none yet. */
async function copySidecar(from: string, to: string): Promise<void> {
  if (existsSync(from)) await copyLasting(from, to, null)
}
