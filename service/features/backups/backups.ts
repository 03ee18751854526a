import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { packBackup } from '../../backup/archive.ts'
import type { BackupTask, Running } from '../../backup/backup-runs.ts'
import { isGood, type Stored } from '../../backup/backup-store.ts'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { readCursor, signCursor } from '../../core/cursor.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import type { Backup, NewBackup } from './schema.ts'

/** What every backup of this installation leaves out: keys and answers that end with a session or a day. */
export const contents: Pick<BackupTask, 'omit' | 'media_query'> = {
  omit: [
    { table: 'idempotency_keys', where: null },
    { table: 'api_keys', where: 'is_session' },
  ],
  media_query: 'SELECT id, size_bytes AS bytes, sha256 FROM content ORDER BY id',
}

type BackupDeps = Pick<Deps, 'backupRuns' | 'config'>

/**
 * Recordings in the same folder would only keep what was deleted on the disk; those on another disk are the
 * copy that is left when this one fails.
 */
export const includesMedia = ({ backupDir, dataDir }: Deps['config']): boolean =>
  path.relative(dataDir, backupDir).startsWith('..')

/** Newest first, the one that is being made included. */
export async function listBackups(
  { backupRuns, config, keys }: BackupDeps & Pick<Deps, 'keys'>,
  caller: Caller,
  { limit, cursor }: PagingQuery,
) {
  requireMachineAdmin(caller)
  const list = `backups ${caller.organizationId}`
  // Each of ours was signed below, in this form. Ids sort by time.
  const before = readCursor(keys.cursor, cursor, list) as string | null
  const found = (await listAll({ backupRuns, config })).filter(
    ({ id }) => before === null || id < before,
  )
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1)?.id : undefined
  return { items, nextCursor: last === undefined ? null : signCursor(keys.cursor, last, list) }
}

async function listAll({ backupRuns, config }: BackupDeps): Promise<Backup[]> {
  const running = backupRuns.running()
  const is_on_same_disk = await isOnSameDisk(config)
  return [
    ...(running ? [toRunning(running, is_on_same_disk)] : []),
    ...(await backupRuns.list()).map((stored) => toBackup(stored, is_on_same_disk)),
  ]
}

/** The folder of backups may not be there yet. */
async function isOnSameDisk({ backupDir, dataDir }: Deps['config']): Promise<boolean> {
  const facts = (await statOrNull(backupDir)) ?? (await statOrNull(path.dirname(backupDir)))
  return facts?.dev === (await stat(dataDir)).dev
}

const statOrNull = (folder: string) => stat(folder).catch(() => null)

export async function readBackup(deps: BackupDeps, caller: Caller, id: string): Promise<Backup> {
  requireMachineAdmin(caller)
  const found = (await listAll(deps)).find((backup) => backup.id === id)
  if (!found) throw errors.notFound('backup')
  return found
}

/** Begins a backup. Throws `backup_running` while another is made. */
export async function startBackup(
  { backupRuns, config, db, sealSecret }: BackupDeps & Pick<Deps, 'db' | 'sealSecret'>,
  caller: Caller,
  { include_media, passphrase }: NewBackup,
): Promise<Backup> {
  requireMachineAdmin(caller)
  const secret = passphrase === undefined ? null : await sealSecret(passphrase)
  const { running } = backupRuns.start({
    ...contents,
    reason: 'manual',
    includes_media: include_media ?? includesMedia(config),
    secret,
  })
  // A transaction keeps the answer of an Idempotency-Key.
  const answer = toRunning(running, await isOnSameDisk(config))
  return db.transaction(async () => answer)
}

/** For good; the person asked for it. One that is being made is cancelled. */
export async function removeBackup(deps: BackupDeps, caller: Caller, id: string) {
  const { status } = await readBackup(deps, caller, id)
  if (status === 'processing') await deps.backupRuns.cancel()
  await deps.backupRuns.remove(id)
  return { id, deleted: true as const }
}

/** A backup as one file, as `earshot backup FILE` saves it. */
export async function openArchive(deps: BackupDeps, caller: Caller, id: string): Promise<Readable> {
  const { status } = await readBackup(deps, caller, id)
  if (status === 'processing') throw new ApiError('backup_running', 'This backup is being made.')
  if (status === 'failed') throw errors.notFound('backup')
  return packBackup(deps.backupRuns.folderOf(id))
}

/** What only a backup that was made tells. */
const unfinished = {
  ...{ recordings: null, size_bytes: null, completed_at: null, has_secret: false },
  ...{ compared_count: null, damaged_count: null },
}

function toRunning(
  { id, progress, reason, includes_media, created_at }: Running,
  is_on_same_disk: boolean,
): Backup {
  return {
    ...unfinished,
    ...{ id, status: 'processing', progress, reason, includes_media },
    ...{ is_on_same_disk, created_at, error: null },
  }
}

function toBackup(stored: Stored, is_on_same_disk: boolean): Backup {
  const { id, reason, includes_media, created_at } = stored
  const common = { id, progress: null, reason, includes_media, created_at, is_on_same_disk }
  if (isGood(stored)) {
    const { has_secret, recordings, size_bytes, completed_at } = stored
    return {
      ...common,
      ...{ status: 'completed', has_secret, recordings, size_bytes, completed_at, error: null },
      ...{ compared_count: stored.compared ?? null, damaged_count: stored.damaged ?? null },
    }
  }
  const error = stored.is_full_disk
    ? { code: 'insufficient_storage', message: 'The disk is full.' }
    : { code: 'internal_error', message: 'The backup could not be made; the log says why.' }
  return { ...common, ...unfinished, status: 'failed', error }
}

/** When the newest good one was made; null where there is none. */
export async function lastGood({ backupRuns }: Pick<Deps, 'backupRuns'>): Promise<Date | null> {
  const good = (await backupRuns.list()).find(isGood)
  return good ? new Date(good.created_at) : null
}
