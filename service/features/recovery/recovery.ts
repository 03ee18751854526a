import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isGood, listStored } from '../../backup/backup-store.ts'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { readCursor, signCursor } from '../../core/cursor.ts'
import { isId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import type { RecoveryWork } from '../../recovery/host.ts'
import { listReplaced, readReplaced, removeReplaced } from '../../recovery/replaced.ts'
import { countRecordings } from '../../recovery/survey.ts'
import type { NewRecovery, Recovery, ReplacedLibrary } from './schema.ts'

/** Without a database where it is the one that cannot be opened. */
export type RecoveryDeps = Pick<Deps, 'config' | 'recovery'> & Partial<Pick<Deps, 'db'>>

export async function readRecovery(
  { config, recovery }: RecoveryDeps,
  caller: Caller,
): Promise<Recovery> {
  requireMachineAdmin(caller)
  const { isOpen, damage, work } = recovery?.state() ?? wholeLibrary
  return {
    is_needed: !isOpen,
    damage,
    recordings: await countRecordings(config.dataDir),
    actions: [...(recovery?.actions() ?? [])],
    backups: await listBackups(config),
    work: work && toWork(work, caller, isOpen),
  }
}

const mostListed = 100

function toWork(
  { lost, folder, ...work }: RecoveryWork,
  caller: Caller,
  isOpen: boolean,
): NonNullable<Recovery['work']> {
  return {
    ...work,
    folder: caller.isSession ? folder : null,
    lost_count: lost.length,
    // A library that was locked since keeps its titles to itself.
    lost_recordings: lost
      .slice(0, mostListed)
      .map(({ id, title }) => ({ id, title: isOpen ? title : null })),
  }
}

/** Begins it; `readRecovery` tells how it goes. */
export async function beginRecovery(
  deps: RecoveryDeps,
  caller: Caller,
  { action, folder, backup: wanted, passphrase }: NewRecovery,
): Promise<Recovery> {
  requireMachineAdmin(caller)
  if (folder !== undefined) await requireFreeFolder(folder)
  const backup = action === 'restore_backup' ? await requireBackup(deps.config, wanted) : undefined
  const begin = (): Promise<Recovery> => {
    if (!deps.recovery) {
      throw new ApiError('recovery_not_possible', 'The library is whole; there is nothing to do.')
    }
    deps.recovery.begin({ action, folder, backup, passphrase })
    return readRecovery(deps, caller)
  }
  // With one, the same request sent again does it once.
  return deps.db ? deps.db.transaction(begin) : begin()
}

const wholeLibrary = { isOpen: true, damage: null, work: null }

async function listBackups({ backupDir }: Deps['config']): Promise<Recovery['backups']> {
  const good = (await listStored(backupDir)).filter(isGood)
  return good.map(({ id, created_at, size_bytes, includes_media }) => {
    return { id, created_at, size_bytes, includes_media }
  })
}

/** Where it lies. */
async function requireBackup(config: Deps['config'], wanted: string | undefined): Promise<string> {
  if (wanted === undefined) throw errors.invalid('backup', 'required', 'backup is required.')
  if (isId('bkp', wanted)) {
    const isListed = (await listBackups(config)).some(({ id }) => id === wanted)
    if (!isListed) throw errors.invalid('backup', 'invalid', 'There is no such backup.')
    return path.join(config.backupDir, wanted)
  }
  const found = path.isAbsolute(wanted) && (await stat(wanted).catch(() => null))
  if (!found) throw errors.invalid('backup', 'invalid', 'backup must be the path of a backup.')
  // A pipe or a device may never end.
  if (!found.isFile() && !found.isDirectory()) {
    throw errors.invalid('backup', 'invalid', 'backup must be a file or a folder.')
  }
  return wanted
}

async function requireFreeFolder(folder: string): Promise<void> {
  if (!path.isAbsolute(folder)) {
    throw errors.invalid('folder', 'invalid', 'folder must be an absolute path.')
  }
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw errors.invalid('folder', 'invalid', 'folder cannot be used.')
  })
  if (names.length > 0) throw errors.invalid('folder', 'invalid', 'folder must be empty.')
}

/** Newest first. */
export async function listReplacedLibraries(
  { config, keys }: Pick<Deps, 'config' | 'keys'>,
  caller: Caller,
  { limit, cursor }: PagingQuery,
) {
  requireMachineAdmin(caller)
  const list = `replaced libraries ${caller.organizationId}`
  // Each of ours was signed below, in this form. Ids sort by time.
  const before = readCursor(keys.cursor, cursor, list) as string | null
  const ids = (await listReplaced(config.dataDir)).filter((id) => before === null || id < before)
  const items: ReplacedLibrary[] = []
  for (const id of ids.slice(0, limit)) {
    const { bytes, replacedAt } = await readReplaced(config.dataDir, id)
    items.push({ id, replaced_at: toIso(replacedAt), size_bytes: bytes })
  }
  const last = ids.length > limit ? ids[limit - 1] : undefined
  return { items, nextCursor: last === undefined ? null : signCursor(keys.cursor, last, list) }
}

/** For good; the person asked for it. */
export async function removeReplacedLibrary(
  { config }: Pick<Deps, 'config'>,
  caller: Caller,
  id: string,
) {
  requireMachineAdmin(caller)
  if (!(await listReplaced(config.dataDir)).includes(id)) throw errors.notFound('replaced library')
  await removeReplaced(config.dataDir, id)
  return { id, deleted: true as const }
}
