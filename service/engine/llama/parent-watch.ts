/**
 * Ends this process when its parent is gone. Runs on a thread of its own, because a model stuck in
 * native code keeps the main thread from noticing that its channel closed.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const checkEveryMs = 500

/** Starts the watch in the calling process; nothing to stop, it ends with the process. */
export function watchParent(): void {
  const worker = new Worker(new URL(import.meta.url), { workerData: { parent: process.ppid } })
  worker.unref()
}

/** On Windows a process keeps its parent's number after the parent ended, so that is asked too. */
function isAlive(parent: number): boolean {
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch {
    return false
  }
}

if (!isMainThread && typeof workerData?.parent === 'number') {
  const { parent } = workerData
  setInterval(() => {
    if (!isAlive(parent)) process.kill(process.pid, 'SIGKILL')
  }, checkEveryMs)
}
