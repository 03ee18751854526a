import { randomBytes } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { BackupDamaged } from '../backup/errors.ts'
import { isOfThisVersion, loadBackup } from '../backup/load.ts'
import { readManifest, type BackupEncryption, type Manifest } from '../backup/manifest.ts'
import { requireTables, unpackBackup } from '../backup/unpack.ts'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { ApiError } from '../core/errors.ts'
import { freeBytesOf } from '../core/free-bytes.ts'
import type { Log } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import type { Sql } from '../db/database.ts'
import { fsyncTree } from '../db/fsync-tree.ts'
import { openDatabase } from '../db/open-database.ts'
import {
  deriveLibraryKeys,
  libraryKeyFiles,
  openFormerKey,
  openLibraryKey,
  readLibraryKeyFile,
  writeLibraryKeyFile,
  type LibraryKeyFile,
  type LibraryKeys,
} from '../encryption/library-key.ts'
import { openWithPassphrase } from '../encryption/passphrase.ts'
import { secretFormOf } from '../encryption/secret-form.ts'
import { openBytes, sealBytes } from '../encryption/sealed-file.ts'
import { rebuildName } from './actions.ts'
import { WrongPassphrase } from './failures.ts'
import { findingFiles } from './finding.ts'
import { gatherRecordings, type GatheredBackup } from './gather-recordings.ts'
import type { LostRecording } from './host.ts'
import { noteLostSound } from './lost-sound.ts'
import { openRestoring, type Swap } from './swap.ts'

export type RestoreOptions = {
  dataDir: string
  /** A backup's folder, or its archive. */
  source: string
  /**
   * Opens the installation's key in the backup; without it that of the data folder is kept. Of an encrypted backup it
   * opens all, and may be the recovery code; it is not needed where the library that is open has the same key, or had it
   * before a rekey.
   */
  passphrase: string | undefined
  /** Of an encrypted library that is open. */
  keys: LibraryKeys | null
  log: Log
  startScript: StartScript | undefined
  templates: string
  /** From 0 to 1. */
  onProgress: (progress: number) => void
}

export type Restored = {
  /** What to put in place. */
  plan: Swap
  /** The key of the encrypted library that is brought; null where it stays as it is. */
  adopted: { file: LibraryKeyFile; key: Buffer } | null
  /** Recordings of the backup whose sound neither it nor the data folder holds undamaged. */
  lost: LostRecording[]
}

type Backup = GatheredBackup & {
  /** Where it is encrypted with another key than the library that is open. */
  opened: { file: LibraryKeyFile; key: Buffer } | null
}

/**
 * Makes the library of a backup in `restoring/`, compared row by row and hash by hash, and says how to put it in
 * place. A recording that is damaged there costs its own sound only. It is encrypted where the library that is open is, with its key, or else where the backup is. Throws BackupDamaged,
 * BackupTooNew or WrongPassphrase with the library as it was.
 */
export async function prepareRestore(options: RestoreOptions): Promise<Restored> {
  const { dataDir, onProgress } = options
  const target = await openRestoring(dataDir)
  const backup = await openBackup(options, target)
  const keys = options.keys ?? backup.keys
  const adopted = options.keys ? null : backup.opened
  onProgress(0.1)
  const secret = await chooseSecret(options, backup)
  if (secret) {
    const written = keys ? sealBytes(keys.files, secret) : secret
    await writeFlushed(path.join(target, 'secret-key'), written)
  }
  if (adopted) await writeLibraryKeyFile(target, adopted.file)
  const lost = await loadInto(target, { ...backup, target: keys }, options)
  for (const name of ['database', 'recordings']) await fsyncTree(path.join(target, name))
  await rm(path.join(target, 'unpacked'), { recursive: true, force: true })
  const bring = [
    ...['database', 'recordings'],
    ...(secret ? ['secret-key'] : []),
    ...(adopted ? libraryKeyFiles : []),
  ]
  return { plan: { aside: [...findingFiles, rebuildName, ...bring], bring }, adopted, lost }
}

async function openBackup(options: RestoreOptions, target: string): Promise<Backup> {
  const { source } = options
  const found = await stat(source).catch(ignoreMissing)
  if (!found) throw new BackupDamaged('there is no such backup')
  const folder = found.isDirectory() ? source : path.join(target, 'unpacked')
  const key = keyOf(options)
  const manifest = found.isDirectory()
    ? await readManifest(source, key.open)
    : await unpackBackup(source, folder, key.open)
  // Earlier versions sealed the tables and not the manifest.
  if (manifest.encryption) await key.open(manifest.encryption)
  await requireTables(folder, manifest)
  await requireSpace(options.dataDir, manifest)
  return { folder, manifest, ...key.opened() }
}

/** What opens an encrypted backup, asked for once. */
function keyOf(options: RestoreOptions) {
  let opened: Pick<Backup, 'keys' | 'opened'> | null = null
  return {
    open: async (encryption: BackupEncryption): Promise<Buffer> => {
      opened ??= await openKey(options, encryption)
      if (!opened.keys) throw new WrongPassphrase()
      return opened.keys.backups
    },
    opened: () => opened ?? { keys: null, opened: null },
  }
}

/** The rows take about as much again in the database. */
async function requireSpace(dataDir: string, { tables }: Manifest): Promise<void> {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const free = await freeBytesOf(dataDir).catch(() => null)
  if (free !== null && free < bytes) {
    throw new ApiError('insufficient_storage', 'The disk is too full for this backup.')
  }
}

/** The keys of an encrypted backup; `opened` is null where they are those of the library that is open. */
async function openKey(
  { dataDir, keys, passphrase }: RestoreOptions,
  { library_key: file }: BackupEncryption,
): Promise<Pick<Backup, 'keys' | 'opened'>> {
  const own = keys && (await readLibraryKeyFile(dataDir))
  if (own?.id === file.id) return { keys, opened: null }
  const key = own && openFormerKey(own, keys.files, file.id)
  const opened = { file, key: key ?? (await openByPassphrase(file, passphrase)) }
  return { keys: deriveLibraryKeys(opened.key), opened }
}

async function openByPassphrase(
  file: LibraryKeyFile,
  passphrase: string | undefined,
): Promise<Buffer> {
  if (passphrase === undefined) throw new WrongPassphrase()
  const key =
    (await openLibraryKey(file, { passphrase })) ??
    (await openLibraryKey(file, { recovery_code: passphrase }))
  if (!key) throw new WrongPassphrase()
  return key
}

/** The key to bring: the backup's, or a new one where there is none that could be kept; null keeps the present one. */
async function chooseSecret(
  { dataDir, passphrase, keys: own }: RestoreOptions,
  { manifest: { secret, encryption }, keys }: Backup,
): Promise<Buffer | null> {
  if (encryption && keys)
    return openSecret(keys.files, Buffer.from(encryption.secret_key, 'base64'))
  if (passphrase !== undefined && secret) {
    const opened = await openWithPassphrase(secret, passphrase)
    if (!opened) throw new WrongPassphrase()
    if (opened.length !== 32) throw new BackupDamaged('the sealed key has another length')
    return opened
  }
  // A folder in its place is no key either.
  const present = await readFile(path.join(dataDir, 'secret-key')).catch(() => undefined)
  const isUsable = present && (own || secretFormOf(present) !== 'library')
  return isUsable ? null : randomBytes(32)
}

function openSecret(key: Buffer, sealed: Buffer): Buffer {
  try {
    const secret = openBytes(key, sealed)
    // The file of an installation that was just being encrypted.
    if (secret.length === 32) return secret
  } catch (error) {
    throw new BackupDamaged('its secret key cannot be read', error)
  }
  throw new BackupDamaged('its secret key has another length')
}

async function loadInto(
  folder: string,
  backup: Backup & { target: LibraryKeys | null },
  options: RestoreOptions,
): Promise<LostRecording[]> {
  const { log, startScript, templates, onProgress } = options
  const tools = { log, startScript, ...(backup.target && { keys: backup.target }) }
  // Tables of an earlier version are made step by step, from none.
  const from = (await isOfThisVersion(backup.manifest)) ? { templates } : {}
  const db = await openDatabase({ dataDir: folder, ...tools, ...from })
  try {
    const onLoad = (share: number) => onProgress(0.1 + share * 0.7)
    const key = backup.manifest.encryption && backup.keys?.backups
    await loadBackup(db, backup.folder, backup.manifest, { key, onProgress: onLoad })
    await requireOwner(db.sql)
    const lost = await gatherRecordings(options, path.join(folder, 'recordings'), backup)
    return await noteLostSound(db.sql, lost)
  } finally {
    await db.close()
  }
}

/** Without it no library opens. */
async function requireOwner(db: Sql): Promise<void> {
  const { rows } = await sql`SELECT FROM organizations`.execute(db)
  if (rows.length === 0) throw new BackupDamaged('nobody owns what is in it')
}
