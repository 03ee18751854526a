// Looks through the watched folders while the service runs.
import { watch, type FSWatcher } from 'node:fs'
import path from 'node:path'
import { ApiError } from '../../core/errors.ts'
import { hour, minute, plusMs, second } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Leads } from '../../db/leadership.ts'
import type { Deps } from '../../deps.ts'
import { createMissingFolders } from '../notices/missing-folders.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import {
  findFiles,
  FolderError,
  isSoundOfOther,
  isUnfinished,
  toFolderError,
  type FoundFile,
} from './folder-files.ts'
import { findOpenFiles } from './open-files.ts'
import { selectFiles, selectFoldersToWatch, updateFolder, type FolderToWatch } from './store.ts'
import { createLedger, takeOne, type Ledger, type TakeDeps } from './take.ts'
import { toChosen } from './watched-folders.ts'

type WatchDeps = TakeDeps & NoticeDeps & Pick<Deps, 'signals'>

/** Choices: how long a file stays unchanged before it is whole; network drives tell of no change. */
const [settleMs, lookMs] = [10 * second, minute]
/** What comes together is looked at together. */
const gatherMs = second
/** After what concerns all files, such as a full disk: twice as long each time. */
const [firstRetryMs, longestRetryMs] = [minute, hour]
const shownWaiting = 20

type Watched = {
  row: FolderToWatch
  /** Milliseconds of the clock's elapsed time. */
  dueAt: number
  retryMs: number
  /** Null until it is read. */
  ledger: Ledger | null
  /** Files that are not known yet, and since when they are as they are. */
  seen: Map<string, { file: FoundFile; sinceMs: number }>
  watcher: FSWatcher | null
}

export type FolderWatch = { idle: () => Promise<void>; stop: () => Promise<void> }

export function startWatching(deps: WatchDeps, leads: Leads): FolderWatch {
  const { clock, db, log, signals } = deps
  const folders = new Map<string, Watched>()
  const missing = createMissingFolders(deps)
  const soon = (one: Watched, ms: number) => {
    one.dueAt = Math.min(one.dueAt, clock.elapsed() + ms)
  }
  const follow = (rows: readonly FolderToWatch[]) => {
    const ids = new Set(rows.map(({ id }) => id))
    for (const [id, one] of folders) {
      if (ids.has(id)) continue
      one.watcher?.close()
      folders.delete(id)
    }
    for (const row of rows) {
      const known = folders.get(row.id)
      if (known) known.row = row
      else folders.set(row.id, begun(row))
    }
  }
  /** Anew each time: a folder that went and came back is another one to the system. */
  const listen = (one: Watched) => {
    one.watcher?.close()
    const lookedMs = clock.elapsed()
    // While something is written, the system tells of it many times a second.
    one.watcher = watch(one.row.path, () => {
      soon(one, Math.max(gatherMs, settleMs - (clock.elapsed() - lookedMs)))
      loop.wake()
    })
    one.watcher.on('error', () => one.watcher?.close()).unref()
  }
  const loop = createWorkLoop<Watched>({
    clock,
    log,
    name: 'watched folders',
    // One at a time: what they wait for is one disk.
    look: async (running, begin) => {
      if (!leads()) return null
      follow(await selectFoldersToWatch(db.sql))
      if (running().length > 0) return null
      const next = [...folders.values()].toSorted((a, b) => a.dueAt - b.dueAt)[0]
      if (!next) return null
      const leftMs = next.dueAt - clock.elapsed()
      if (leftMs > 0) return plusMs(clock.now(), leftMs)
      begin(next)
      return null
    },
    run: async (one, signal) => {
      one.dueAt = Infinity
      if (!one.row.is_shown) return soon(one, lookMs)
      let error: unknown = null
      let waiting: Waiting = []
      try {
        listen(one)
        waiting = await lookThrough(deps, one, { signal, leads })
        one.retryMs = firstRetryMs
        soon(one, waiting.some(({ reason }) => reason === 'being_written') ? settleMs : lookMs)
      } catch (thrown) {
        if (signal.aborted || !leads()) return
        error = toFolderError(thrown)
        const isFolder = error instanceof FolderError
        if (!isFolder) log.warn({ err: error, folder_id: one.row.id }, 'a watched folder waits')
        soon(one, isFolder ? lookMs : one.retryMs)
        one.retryMs = Math.min(one.retryMs * 2, longestRetryMs)
      }
      try {
        await tell(deps, one.row, { error, waiting })
        const isMissing = error instanceof FolderError && error.code === 'folder_missing'
        await missing.note(toChosen(one.row), isMissing)
      } catch (err) {
        log.error({ err }, 'the state of a watched folder was not kept')
      }
    },
  })
  const endSignals = signals.on('folders.due', () => {
    for (const one of folders.values()) {
      one.ledger = null
      one.dueAt = 0
    }
    loop.wake()
  })
  loop.start()
  return {
    idle: loop.idle,
    stop: async () => {
      endSignals()
      for (const { watcher } of folders.values()) watcher?.close()
      await loop.stop()
    },
  }
}

const begun = (row: FolderToWatch): Watched => ({
  ...{ row, dueAt: 0, retryMs: firstRetryMs, ledger: null, seen: new Map(), watcher: null },
})

type Waiting = FolderToWatch['waiting']

/** Takes what is whole and not known yet, oldest first; answers what is to be waited for. */
async function lookThrough(
  deps: WatchDeps,
  one: Watched,
  { signal, leads }: { signal: AbortSignal; leads: Leads },
): Promise<Waiting> {
  const { clock, db } = deps
  const { files, names } = await findFiles(one.row.path)
  const ledger = (one.ledger ??= createLedger(await selectFiles(db.sql, one.row.id)))
  const fresh = files.filter((file) => !ledger.knows(file) && !isSoundOfOther(file.path, names))
  const nowMs = clock.elapsed()
  const before = one.seen
  one.seen = new Map(
    fresh.map((file) => {
      const last = before.get(file.path)
      const isSame = last?.file.size === file.size && last.file.changedAtMs === file.changedAtMs
      return [file.path, { file, sinceMs: isSame ? last.sinceMs : nowMs }]
    }),
  )
  const placeOf = (file: FoundFile) => path.join(one.row.path, file.path)
  const open = await findOpenFiles(fresh.map(placeOf))
  const isWhole = (file: FoundFile) =>
    file.size > 0 &&
    nowMs - (one.seen.get(file.path)?.sinceMs ?? nowMs) >= settleMs &&
    !isUnfinished(file.path, names) &&
    !open.has(placeOf(file))
  const waiting: Waiting = []
  for (const file of fresh) {
    signal.throwIfAborted()
    if (!leads()) throw new Error('This process leads no more.')
    const isTaken =
      file.isLocal && isWhole(file) && (await takeOne(deps, one.row, { file, ledger, signal }))
    if (isTaken) one.seen.delete(file.path)
    else {
      const reason = file.isLocal ? ('being_written' as const) : ('online_only' as const)
      waiting.push({ filename: file.path, reason })
    }
  }
  return waiting
}

/** Writes what is to be said of a folder, where that is not what stands there. */
async function tell(
  { db }: WatchDeps,
  row: FolderToWatch,
  { error, waiting }: { error: unknown; waiting: Waiting },
): Promise<void> {
  const isKnown = error instanceof FolderError || error instanceof ApiError
  const error_code = error === null ? null : isKnown ? error.code : 'internal_error'
  const error_message = error === null ? null : isKnown ? error.message : unexpected
  const shown = JSON.stringify(waiting.slice(0, shownWaiting))
  if (row.error_code === error_code && JSON.stringify(row.waiting) === shown) return
  await updateFolder(db.sql, row.id, { error_code, error_message, waiting: shown })
  Object.assign(row, { error_code, error_message, waiting: waiting.slice(0, shownWaiting) })
}

const unexpected = 'Something went wrong. It is tried again by itself; the log says what it was.'
