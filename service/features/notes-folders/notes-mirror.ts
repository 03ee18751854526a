import path from 'node:path'
import { minute, plusMs, second } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Leads } from '../../db/leadership.ts'
import type { Deps } from '../../deps.ts'
import { createMissingFolders } from '../notices/missing-folders.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import {
  createNoteFinder,
  isSameStamp,
  stampOf,
  WrittenMeanwhile,
  type FileStamp,
} from './folder-files.ts'
import { createFolderWatch } from './folder-watch.ts'
import { toChosen } from './notes-folders.ts'
import { findProblem, problemOf, type Problem } from './problem.ts'
import {
  selectChanges,
  selectFilesIn,
  selectFolderOf,
  selectFolders,
  updateFolder,
} from './store.ts'
import { syncNote } from './sync-note.ts'

/** An editor that writes a file in steps is done with it by then. */
const settleMs = second
/** Network drives tell of no change, and a folder that is gone does not tell that it is back. */
const lookEveryMs = minute

export type NotesMirror = {
  stop: () => Promise<void>
  /** Resolves once nothing is being written and nothing is due. */
  idle: () => Promise<void>
}

type MirrorDeps = NoticeDeps & Pick<Deps, 'db' | 'log' | 'signals'>

/**
 * Keeps the notes of all folders up to date, one after another: the database tells which recordings
 * changed, the system which folders did.
 */
export function startNotesMirror(deps: MirrorDeps, leads: Leads): NotesMirror {
  const { db, clock, log, signals } = deps
  const finder = createNoteFinder()
  /** Files that somebody may be writing, as they were last seen. */
  const seen = new Map<string, FileStamp>()
  /** Recordings that are not looked at before. */
  const postponed = new Map<string, Date>()
  const failures = createFailures()
  const missing = createMissingFolders(deps)
  let nextLook = clock.now()
  const isDue = (at: Date | undefined): boolean => at === undefined || at <= clock.now()
  const isSettled = (contentId: string, stamp: FileStamp): boolean => {
    const before = seen.get(contentId)
    seen.set(contentId, stamp)
    return before !== undefined && isSameStamp(before, stamp)
  }
  const postpone = (contentId: string, ms: number): void => {
    postponed.set(contentId, plusMs(clock.now(), ms))
  }

  const loop = createWorkLoop<'notes'>({
    clock,
    log,
    name: 'notes',
    look: async (running, begin) => {
      if (running().length > 0 || !leads()) return null
      const { length } = await selectFolders(db.sql)
      const changes = await selectChanges(db.sql)
      const times = [...postponed.values(), ...(length > 0 ? [nextLook] : [])]
      if (changes.some((id) => isDue(postponed.get(id))) || times.some(isDue)) begin('notes')
      const later = times.filter((at) => !isDue(at)).map((at) => at.getTime())
      return later.length === 0 ? null : new Date(Math.min(...later))
    },
    run: async (_item, signal) => {
      try {
        await sync(signal)
      } catch (error) {
        log.error({ err: error }, 'the notes could not be looked at')
        for (const id of await selectChanges(db.sql).catch(() => [])) postpone(id, lookEveryMs)
        nextLook = plusMs(clock.now(), lookEveryMs)
      }
    },
  })
  const lookAgain = (): void => {
    nextLook = clock.now()
    loop.wake()
  }
  const watch = createFolderWatch(lookAgain)

  const sync = async (signal: AbortSignal): Promise<void> => {
    finder.forget()
    const changed = isDue(nextLook) ? await lookAtFiles() : []
    const due = [...postponed.keys(), ...changed, ...(await selectChanges(db.sql))]
    const written = new Set<string>()
    const blocked = new Set<string>()
    for (const id of new Set(due)) {
      if (!leads()) return
      if (signal.aborted) break
      if (isDue(postponed.get(id))) await attempt(id, written, blocked)
    }
    await tellAndFollow(written)
  }

  /** The recordings whose files are not as they were left. */
  const lookAtFiles = async (): Promise<string[]> => {
    nextLook = plusMs(clock.now(), lookEveryMs)
    const changed: string[] = []
    for (const row of await selectFolders(db.sql)) {
      const folder = row.path
      const problem = await findProblem(folder)
      failures.setFolder(folder, problem)
      await missing.note(toChosen(row), problem?.code === 'folder_missing')
      if (problem) continue
      for (const file of await selectFilesIn(db.sql, folder)) {
        const stamp = await stampOf(path.join(folder, file.path))
        const isSame =
          file.size_bytes === (stamp?.size ?? null) &&
          file.changed_at_ms === (stamp?.mtimeMs ?? null)
        if (!isSame) changed.push(file.content_id)
      }
    }
    return changed
  }

  const attempt = async (id: string, written: Set<string>, blocked: Set<string>) => {
    const folder = await selectFolderOf(db.sql, id)
    if (blocked.has(folder) || failures.isFolderBad(folder)) return postpone(id, lookEveryMs)
    postponed.delete(id)
    try {
      const outcome = await syncNote({ db, clock, finder, isSettled }, id)
      if (outcome === 'waits') return postpone(id, settleMs)
      seen.delete(id)
      failures.setNote(id, null)
      if (outcome === 'written') written.add(folder)
    } catch (error) {
      if (error instanceof WrittenMeanwhile) return postpone(id, settleMs)
      log.warn({ err: error, content: id }, 'a note could not be written')
      const problem = await problemOf(folder, error)
      failures.setNote(id, { folder, problem })
      // Each of the others would fail like this one.
      if (problem.code !== 'file_not_written') blocked.add(folder)
      postpone(id, lookEveryMs)
    }
  }

  /** What the page shows of each folder, and what the system is asked to tell of. */
  const tellAndFollow = async (written: ReadonlySet<string>): Promise<void> => {
    const folders = new Set<string>()
    for (const { path: folder, error_code: before } of await selectFolders(db.sql)) {
      const problem = failures.of(folder)
      if (written.has(folder) || (problem?.code ?? null) !== before) {
        await updateFolder(db.sql, folder, {
          error_code: problem?.code ?? null,
          error_message: problem?.message ?? null,
          ...(written.has(folder) && { written_at: clock.now() }),
        })
      }
      folders.add(folder)
      for (const file of await selectFilesIn(db.sql, folder)) {
        folders.add(path.dirname(path.join(folder, file.path)))
      }
    }
    watch.set(folders)
  }

  const detach = [
    signals.on('notes.changed', loop.wake),
    signals.on('notes.folders', () => {
      postponed.clear()
      failures.clear()
      lookAgain()
    }),
  ]
  loop.start()
  return {
    stop: async () => {
      for (const end of detach) end()
      await loop.stop()
      watch.stop()
    },
    idle: loop.idle,
  }
}

/** What went wrong, of folders as a whole and of single notes in them. */
function createFailures() {
  const folders = new Map<string, Problem>()
  const notes = new Map<string, { folder: string; problem: Problem }>()
  return {
    setFolder: (folder: string, problem: Problem | undefined): void => {
      if (problem) folders.set(folder, problem)
      else folders.delete(folder)
    },
    setNote: (id: string, failure: { folder: string; problem: Problem } | null): void => {
      if (failure) notes.set(id, failure)
      else notes.delete(id)
    },
    isFolderBad: (folder: string): boolean => folders.has(folder),
    of: (folder: string): Problem | undefined =>
      folders.get(folder) ?? [...notes.values()].find((one) => one.folder === folder)?.problem,
    clear: (): void => {
      folders.clear()
      notes.clear()
    },
  }
}
