import { watch, type FSWatcher } from 'node:fs'

/** Tells of changes in folders, not in those below them. */
export type FolderWatch = {
  /** Watches these and no others; one that cannot be watched is left out. */
  set: (folders: Iterable<string>) => void
  stop: () => void
}

export function createFolderWatch(onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  const end = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const begin = (folder: string): void => {
    try {
      const watcher = watch(folder, onChange).on('error', () => end(folder))
      watchers.set(folder, watcher.unref())
    } catch {
      // Gone, or more than the system watches: they are looked at every minute.
    }
  }
  return {
    set: (folders) => {
      const wanted = new Set(folders)
      for (const folder of watchers.keys()) if (!wanted.has(folder)) end(folder)
      for (const folder of wanted) if (!watchers.has(folder)) begin(folder)
    },
    stop: () => {
      for (const folder of watchers.keys()) end(folder)
    },
  }
}
