/**
 * Watches the folders that a person chose and adds new files to a project. Independent of Electron.
 */
import { randomUUID } from 'node:crypto'
import { watch, type FSWatcher } from 'node:fs'
import type { WatchedFolder } from './desktop-api.ts'
import { createLedger, type FileFacts, type Ledger } from './watched-ledger.ts'
import { listMedia } from './watched-files.ts'

type Stored = Pick<WatchedFolder, 'id' | 'path' | 'projectId'>

export type WatchOptions = {
  stored: { read: () => Stored[]; write: (folders: Stored[]) => void }
  ledgerFile: string
  /** Uploads a file to the service; throws on failure, FinalRefusal if retrying is pointless. */
  upload: (folder: Stored, file: string) => Promise<void>
  onChange: () => void
  /** How long a file must stay unchanged before it counts as complete. */
  settleMs?: number
  /** How often to scan a folder without a change event, because network drives send none. */
  lookEveryMs?: number
}

export type WatchedFolders = {
  list: () => WatchedFolder[]
  add: (path: string, projectId: string) => Promise<WatchedFolder>
  remove: (id: string) => void
  start: () => void
  stop: () => void
}

/** The service will never accept this file: it is not retried until it changes. */
export class FinalRefusal extends Error {}

type Active = Stored & {
  problem: string | null
  imported: number
  watcher: FSWatcher | null
  timer: NodeJS.Timeout | undefined
  seen: Map<string, FileFacts>
  isLooking: boolean
  isGone: boolean
  /** The problem concerns one file, not the folder or the service. */
  isRefusal: boolean
}

export function watchFolders(options: WatchOptions): WatchedFolders {
  const { stored, upload, onChange, settleMs = 2_000, lookEveryMs = 60_000 } = options
  const ledger = createLedger(options.ledgerFile)
  const active = new Map<string, Active>()
  const store = () =>
    stored.write([...active.values()].map(({ id, path, projectId }) => ({ id, path, projectId })))

  const begin = (folder: Stored): Active => {
    const one: Active = {
      ...folder,
      ...{ problem: null, imported: 0, watcher: null, timer: undefined },
      ...{ seen: new Map(), isLooking: false, isGone: false, isRefusal: false },
    }
    active.set(one.id, one)
    lookSoon(one, 0)
    return one
  }
  const lookSoon = (one: Active, waitMs: number) => {
    clearTimeout(one.timer)
    if (!one.isGone) one.timer = setTimeout(() => void look(one), waitMs).unref()
  }
  const look = async (one: Active): Promise<void> => {
    if (one.isLooking) return lookSoon(one, settleMs)
    one.isLooking = true
    let isUnsettled = false
    try {
      listen(one)
      const found = await takeNew(one, { ledger, upload, settleMs, onChange })
      isUnsettled = found.isUnsettled
      // Keep the problem until the next file is accepted, because nobody watches all the time.
      if (found.refusal !== null) one.isRefusal = true
      else if (found.taken > 0) one.isRefusal = false
      if (found.refusal !== null || !one.isRefusal) tell(one, found.refusal)
    } catch (error) {
      one.watcher?.close()
      one.watcher = null
      one.isRefusal = false
      tell(one, error instanceof Error ? error.message : String(error))
    } finally {
      one.isLooking = false
      lookSoon(one, isUnsettled ? settleMs : lookEveryMs)
    }
  }
  const listen = (one: Active) => {
    one.watcher ??= watch(one.path, () => lookSoon(one, settleMs))
      .on('error', () => {
        one.watcher?.close()
        one.watcher = null
      })
      .unref()
  }
  const tell = (one: Active, problem: string | null) => {
    if (one.problem === problem) return
    one.problem = problem
    onChange()
  }
  const end = (one: Active) => {
    one.isGone = true
    clearTimeout(one.timer)
    one.watcher?.close()
  }
  return {
    list: () => [...active.values()].map(toRecord),
    add: async (path, projectId) => {
      const same = [...active.values()].find(
        (one) => one.path === path && one.projectId === projectId,
      )
      if (same) return toRecord(same)
      const folder = { id: randomUUID(), path, projectId }
      // Choice: files already in the folder are not new; adding them by hand is one drag.
      for (const file of await listMedia(path)) ledger.note(folder.id, file)
      const one = begin(folder)
      store()
      return toRecord(one)
    },
    remove: (id) => {
      const one = active.get(id)
      if (!one) return
      end(one)
      active.delete(id)
      ledger.forget(id)
      store()
    },
    start: () => {
      for (const folder of stored.read()) if (!active.has(folder.id)) begin(folder)
    },
    stop: () => {
      for (const one of active.values()) end(one)
      active.clear()
    },
  }
}

type Taking = { ledger: Ledger; settleMs: number } & Pick<WatchOptions, 'upload' | 'onChange'>

/** Uploads new, complete files one after the other. */
async function takeNew(one: Active, { ledger, upload, settleMs, onChange }: Taking) {
  let isUnsettled = false
  let refusal: string | null = null
  let taken = 0
  for (const file of await listMedia(one.path)) {
    if (one.isGone) break
    if (ledger.has(one.id, file)) continue
    const before = one.seen.get(file.path)
    one.seen.set(file.path, file)
    const isSame = before?.size === file.size && before.mtimeMs === file.mtimeMs
    if (!isSame || file.size === 0 || Date.now() - file.mtimeMs < settleMs) {
      isUnsettled = true
      continue
    }
    try {
      await upload(one, file.path)
      one.imported++
      taken++
    } catch (error) {
      if (!(error instanceof FinalRefusal)) throw error
      refusal = error.message
    }
    ledger.note(one.id, file)
    one.seen.delete(file.path)
    onChange()
  }
  return { isUnsettled, refusal, taken }
}

const toRecord = ({ id, path, projectId, problem, imported }: Active): WatchedFolder => ({
  ...{ id, path, projectId, problem, imported },
})
