import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { hashRecording, statRecording } from '../blobs/recording-file.ts'
import { keyFileOf } from '../blobs/recording-keys.ts'
import { sidecarFileOf } from '../blobs/sidecar.ts'
import type { Log } from '../core/log.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { openSnapshot } from '../db/open-snapshot.ts'
import { packTemplate, TemplateUnusable } from '../db/template.ts'
import { keysFromText, LibraryKeysText, type LibraryKeys } from '../encryption/library-key.ts'
import { copyLasting } from './copy-file.ts'
import { dumpTables } from './dump.ts'
import { isOfThisVersion, loadBackup } from './load.ts'
import { BackupEncryption, Manifest, readManifest, writeManifest, type Media } from './manifest.ts'

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
  /** The folder of database templates, from which the proof starts where it can. */
  templates: Type.String(),
  omit: Type.Array(
    Type.Object({ table: Type.String(), where: Type.Union([Type.String(), Type.Null()]) }),
  ),
  ...Type.Pick(Manifest, ['app_version', 'created_at', 'secret']).properties,
  /** Of an encrypted library. */
  encryption: Type.Union([
    Type.Object({ ...BackupEncryption.properties, keys: LibraryKeysText }),
    Type.Null(),
  ]),
})
export type BackupOrder = Static<typeof BackupOrder>

/**
 * Writes a backup and proves it: it is loaded into a database in memory and compared, and each recording that
 * was copied, and as many of those that got a second name as there is time for, has the hash that it came with
 * (reliability.md B-2).
 */
export async function makeBackup(
  order: BackupOrder,
  log: Log,
  onProgress: (share: number) => void,
): Promise<void> {
  const { folder, app_version, created_at, secret } = order
  const { keys: text, ...encryption } = order.encryption ?? { keys: null }
  const keys = text && keysFromText(text)
  const db = await openSnapshot(order.snapshot, log, keys ?? undefined)
  const onDump = (share: number) => onProgress(share * 0.35)
  const key = keys?.backups
  const dumped = await dumpTables(db, folder, { omit: order.omit, key, onProgress: onDump })
  const media = await listMedia(db, order, keys)
  await db.close()
  const onCopy = (share: number) => onProgress(0.35 + share * 0.3)
  if (order.includes_media) await copyMedia({ ...order, keys }, media, onCopy)
  const facts = { app_version, created_at, ...dumped, media, secret }
  await writeManifest(
    folder,
    isSealed(encryption) ? { format: 2, ...facts, encryption } : { format: 1, ...facts },
    key,
  )
  const onLoad = (share: number) => onProgress(0.65 + share * 0.3)
  const manifest = await readManifest(folder, key && (async () => key))
  const template = await templateFor(manifest, order.templates)
  const loaded = await openDatabase({ dataDir: null, log, ...(template && { template }) })
  await loadBackup(loaded, folder, manifest, { key, onProgress: onLoad, isMigrated: false })
  await loaded.close()
  onProgress(1)
}

/** An empty database of the same version; null where it has to be made step by step. */
async function templateFor(manifest: Manifest, templates: string): Promise<Buffer | null> {
  if (!(await isOfThisVersion(manifest))) return null
  return packTemplate(templates).catch((error: unknown) => {
    if (error instanceof TemplateUnusable) return null
    throw error
  })
}

const isSealed = (encryption: object): encryption is BackupEncryption => 'library_key' in encryption

/** The recordings that are on disk; a database from before there were any has none. */
async function listMedia(db: Db, order: BackupOrder, keys: LibraryKeys | null): Promise<Media[]> {
  const { rows } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('content') IS NOT NULL AS is_there`.execute(db.sql)
  if (rows[0]?.is_there !== true) return []
  const found = await sql.raw<Omit<Media, 'is_included'>>(order.media_query).execute(db.sql)
  const media: Media[] = []
  for (const { id, bytes, sha256 } of found.rows) {
    const file = await statRecording(path.join(order.recordings, id), keys)
    // One that is gone or damaged is told of elsewhere; a backup holds what is sound.
    if (file?.bytes !== bytes) continue
    media.push({ id, bytes, sha256, is_included: order.includes_media })
  }
  return media
}

/** Marks as not included what turns out to differ from its hash. */
async function copyMedia(
  {
    folder,
    recordings,
    previous,
    keys,
  }: Omit<BackupOrder, 'encryption'> & { keys: LibraryKeys | null },
  media: Media[],
  onProgress: (share: number) => void,
): Promise<void> {
  const target = path.join(folder, 'recordings')
  await mkdir(target, { mode: 0o700 })
  const total = media.reduce((sum, { bytes }) => sum + bytes, 1)
  const compared = chooseCompared(media)
  let done = 0
  for (const each of media) {
    const [from, to] = [path.join(recordings, each.id), path.join(target, each.id)]
    const twin = await findTwin(previous, from)
    if (existsSync(keyFileOf(from)))
      await writeFlushed(keyFileOf(to), await readFile(keyFileOf(from)))
    const made = await copyLasting(from, to, twin)
    each.is_compared = each.sha256 !== null && (made === 'copied' || compared.has(each.id))
    const isSound = !each.is_compared || (await hashRecording(to, keys)) === each.sha256
    if (isSound) await copyIfThere(sidecarFileOf(from), sidecarFileOf(to))
    else for (const file of [to, keyFileOf(to)]) await rm(file, { force: true })
    each.is_included = isSound
    onProgress((done += each.bytes) / total)
  }
}

/**
 * Choice: what a slow disk reads in some minutes. Bytes that are only named anew take no time otherwise, and all are
 * compared once a month (reliability.md U-9).
 */
const mostComparedBytes = 20_000_000_000

/** All recordings, or as many of them as fit, another choice each time. */
function chooseCompared(media: readonly Media[]): ReadonlySet<string> {
  const chosen = new Set<string>()
  let remainingBytes = mostComparedBytes
  const inAnyOrder = media
    .map(({ id, bytes }) => ({ id, bytes, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
  for (const { id, bytes } of inAnyOrder) {
    if (bytes > remainingBytes) continue
    remainingBytes -= bytes
    chosen.add(id)
  }
  return chosen
}

/** The same bytes under the same key, which a deletion takes from this place by itself: keys are always copied. */
async function findTwin(previous: string | null, from: string): Promise<string | null> {
  if (previous === null) return null
  const file = path.join(previous, 'recordings', path.basename(from))
  const [found, own] = [await stat(file).catch(() => null), await stat(from)]
  if (found?.size !== own.size) return null
  const [key, ownKey] = await Promise.all(
    [file, from].map((one) => readFile(keyFileOf(one), 'base64').catch(() => null)),
  )
  return key === ownKey ? file : null
}

/** Recordings of earlier versions get their sidecars in the background, and may have none yet. */
async function copyIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await copyLasting(from, to, null)
}
