import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Megabytes that a process and everything it started hold, shared pages counted once (PSS).
 * Null where the system does not tell (not Linux).
 */
export async function memoryOfTree(pid: number): Promise<number | null> {
  const parents = await readParents()
  if (parents.size === 0) return null
  const tree = [...parents.keys()].filter((id) => descendsFrom(id, pid, parents))
  const sizes = await Promise.all(tree.map(memoryOf))
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

/** Watches until `stop` is called, which answers the most that was held at once. */
export function watchMemory(pid: number, everyMs = 100): { stop: () => Promise<number | null> } {
  let most: number | null = null
  const watch = new AbortController()
  const watching = (async () => {
    while (!watch.signal.aborted) {
      const now = await memoryOfTree(pid)
      if (now !== null) most = Math.max(most ?? 0, now)
      await pause(everyMs)
    }
  })()
  return {
    stop: async () => {
      watch.abort()
      await watching
      return most
    },
  }
}

function descendsFrom(id: number, ancestor: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = id; at; at = parents.get(at)) if (at === ancestor) return true
  return false
}

async function readParents(): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch(() => [])
  const parents = new Map<number, number>()
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  return parents
}

/** Kilobytes of one process; 0 where it has just ended. */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const pss = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]
  if (pss) return Number(pss)
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}
