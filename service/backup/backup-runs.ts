import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freeBytesOf } from '../core/free-bytes.ts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError } from '../core/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { newId } from '../core/ids.ts'
import type { Log } from '../core/log.ts'
import { sizeOf } from '../core/size-of.ts'
import type { ScriptOrder, StartScript } from '../core/script-child.ts'
import { hour, toIso, type Clock } from '../core/time.ts'
import type { Db } from '../db/database.ts'
import { keysToText, readLibraryKeyFile, type LibraryKeys } from '../encryption/library-key.ts'
import { runScript } from '../engine/processes/run-script.ts'
import {
  acceptPart,
  isGood,
  listStored,
  makePart,
  rejectPart,
  removeStored,
  removeUnfinishedBackups,
  type Good,
  type Stored,
} from './backup-store.ts'
import type { BackupOrder } from './make-backup.ts'
import { sealBackups } from './seal-backups.ts'
import { chooseExpired } from './retention.ts'

const entry = fileURLToPath(new URL('./backup-child.ts', import.meta.url))

export type BackupTask = Pick<Good, 'reason' | 'includes_media'> &
  Pick<BackupOrder, 'secret' | 'omit' | 'media_query'>

/** `progress` is from 0 to 1. */
export type Running = Pick<Good, 'id' | 'reason' | 'includes_media' | 'created_at'> & {
  progress: number
}

/** The backups of an installation, and the one that is being made. */
export type BackupRuns = {
  running: () => Running | null
  /**
   * Begins one; throws `backup_running` while another is made. `done` never rejects: it resolves with what is
   * listed from then on, or null where it was cancelled.
   */
  start: (task: BackupTask) => { running: Running; done: Promise<Stored | null> }
  /** Newest first. */
  list: () => Promise<Stored[]>
  folderOf: (id: string) => string
  remove: (id: string) => Promise<void>
  /** At a start: removes what a killed process was making. */
  sweep: () => Promise<void>
  /** In an encrypted library: seals the backups that were made before it was encrypted. */
  seal: (signal: AbortSignal) => Promise<void>
  /** Ends the one that is being made, if there is one; resolves once nothing of it is left. */
  cancel: () => Promise<void>
}

export type BackupOptions = {
  db: Pick<Db, 'snapshot'>
  dataDir: string
  /** Where backups are kept. */
  folder: string
  version: string
  /** The folder of database templates. */
  templates: string
  clock: Clock
  log: Log
  /** Of an encrypted library. */
  libraryKeys?: LibraryKeys | null
  startScript?: StartScript | undefined
}

/** Reading a hundred gigabytes from a slow disk takes about this long. */
const deadlineMs = 6 * hour

/** Space that stays free for everything else (reliability.md U-3). */
const freeSpaceFloorBytes = 1_000_000_000

/** Create one per service; what is being made ends with the process, backups remain. */
export function createBackupRuns(options: BackupOptions): BackupRuns {
  const { folder, clock } = options
  const work = path.join(options.dataDir, 'backup.work')
  let current: { running: Running; done: Promise<Stored | null>; ending: AbortController } | null =
    null
  return {
    running: () => current?.running ?? null,
    start: (task) => {
      if (current) throw new ApiError('backup_running', 'A backup is being made.')
      const { reason, includes_media } = task
      const created_at = toIso(clock.now())
      const running = { id: newId('bkp'), reason, includes_media, created_at, progress: 0 }
      const ending = new AbortController()
      const done = run(options, { work, task, running, signal: ending.signal }).finally(() => {
        current = null
      })
      current = { running, done, ending }
      return current
    },
    list: () => listStored(folder),
    folderOf: (id) => path.join(folder, id),
    remove: (id) => removeStored(folder, id),
    sweep: async () => {
      await rm(work, { recursive: true, force: true })
      await removeUnfinishedBackups(folder)
    },
    seal: async (signal) => {
      const encryption = await readEncryption(options)
      const { libraryKeys: keys } = options
      if (!encryption || !keys) return
      const { keys: _keys, ...told } = encryption
      await sealBackups(folder, { keys, encryption: told }, signal)
    },
    cancel: async () => {
      current?.ending.abort()
      await current?.done
    },
  }
}

type Run = { work: string; task: BackupTask; running: Running; signal: AbortSignal }

async function run(options: BackupOptions, { work, ...job }: Run): Promise<Stored | null> {
  const { folder, clock, log } = options
  const { progress: _, ...backup } = job.running
  try {
    await requireSpace(options)
    await make(options, { work, ...job })
    const key = options.libraryKeys?.backups
    await acceptPart(folder, { ...backup, completed_at: toIso(clock.now()) }, key)
    log.info({ backup_id: backup.id, reason: backup.reason }, 'a backup was made and proven')
    await removeExpired(folder)
  } catch (error) {
    const isStopped = job.signal.aborted
    if (!isStopped) log.error({ err: error, backup_id: backup.id }, 'the backup failed')
    const is_full_disk = isFullDisk(error)
    await rejectPart(folder, { ...backup, failed_at: toIso(clock.now()), is_full_disk }, isStopped)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return (await listStored(folder)).find(({ id }) => id === backup.id) ?? null
}

async function make(options: BackupOptions, { work, task, running, signal }: Run): Promise<void> {
  const { db, dataDir, folder, version, templates, startScript } = options
  const part = await makePart(folder, running.id)
  const previous = (await listStored(folder)).find((one) => isGood(one) && one.includes_media)
  await db.snapshot(work)
  const order: BackupOrder = {
    snapshot: work,
    folder: part,
    recordings: path.join(dataDir, 'recordings'),
    previous: previous ? path.join(folder, previous.id) : null,
    includes_media: task.includes_media,
    media_query: task.media_query,
    templates,
    omit: task.omit,
    app_version: version,
    created_at: running.created_at,
    secret: task.secret,
    encryption: await readEncryption(options),
  }
  await runChild({ order, startScript, signal }, (progress) => (running.progress = progress))
}

/** The installation's key as it lies there, and what opens it and all the rest. */
async function readEncryption({
  dataDir,
  libraryKeys,
}: BackupOptions): Promise<BackupOrder['encryption']> {
  const file = libraryKeys && (await readLibraryKeyFile(dataDir))
  if (!file) return null
  const secret = await readFile(path.join(dataDir, 'secret-key'), 'base64')
  return { library_key: file, secret_key: secret, keys: keysToText(libraryKeys) }
}

const Failure = Type.Object({
  ok: Type.Literal(false),
  is_full_disk: Type.Boolean(),
  message: Type.String(),
})

type Child = { order: BackupOrder; startScript: StartScript | undefined; signal: AbortSignal }

async function runChild(
  { order, startScript = startByNode, signal }: Child,
  onProgress: (share: number) => void,
): Promise<void> {
  let last: unknown
  const task = {
    command: process.execPath,
    args: [entry],
    // Our own code on our own files; it reads the whole data folder, and may write to another disk.
    box: null,
    deadlineMs,
    startScript: (script: ScriptOrder) => {
      const child = startScript(script)
      // Not in a file: there would be the keys of an encrypted library.
      child.once('spawn', () => child.send(order, () => {}))
      return child
    },
    onMessage: (content: unknown) => {
      last = content
    },
  }
  const { code, stderrTail } = await runScript(task, { signal, onProgress })
  if (Value.Check(Type.Object({ ok: Type.Literal(true) }), last)) return
  if (!Value.Check(Failure, last)) {
    throw new Error(`The process that makes backups ended with ${code}. ${stderrTail}`)
  }
  if (last.is_full_disk) throw new ApiError('insufficient_storage', 'The disk is full.')
  throw new Error(last.message)
}

const startByNode: StartScript = ({ entry: file, args, execArgv, env }) =>
  spawn(process.execPath, [...execArgv, file, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

/** The snapshot lies beside the data, the rows in the backups; both are at most as large as the database. */
async function requireSpace({ dataDir, folder }: BackupOptions): Promise<void> {
  const bytes = await sizeOf(path.join(dataDir, 'database'))
  for (const place of [dataDir, path.dirname(folder)]) {
    const free = await freeBytesOf(place).catch(() => null)
    if (free !== null && free - bytes < freeSpaceFloorBytes) {
      throw new ApiError('insufficient_storage', 'The disk is too full for a backup.')
    }
  }
}

/** Notes of failed ones go once a later backup is good. */
async function removeExpired(folder: string): Promise<void> {
  const stored = await listStored(folder)
  const expired = chooseExpired(stored.filter(isGood))
  const failed = stored.filter((one) => !isGood(one)).map(({ id }) => id)
  for (const id of [...expired, ...failed]) await removeStored(folder, id)
}
