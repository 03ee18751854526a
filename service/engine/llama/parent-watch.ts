/**
 * Ends this process when its parent exits. Runs on a separate thread, because a model stuck in
 * native code keeps the main thread from noticing that its channel closed.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const checkEveryMs = 500

/** Starts the watch in the calling process. There is nothing to stop: it ends with the process. */
export function watchParent(): void {
  const worker = new Worker(new URL(import.meta.url), { workerData: { parent: process.ppid } })
  worker.unref()
}

/**
 * On Windows `process.ppid` still reports a parent that has exited, so also check that it is alive.
 */
function isAlive(parent: number): boolean {
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    // It is there, and our box keeps us from sending it signals.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

if (!isMainThread && typeof workerData?.parent === 'number') {
  const { parent } = workerData
  setInterval(() => {
    if (!isAlive(parent)) process.kill(process.pid, 'SIGKILL')
  }, checkEveryMs)
}
