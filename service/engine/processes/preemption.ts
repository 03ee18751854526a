/**
 * Preempts batch work: while a live chunk is transcribed, all other engine processes are stopped.
 * Lowering their priority is not enough: two programs whose threads spin while waiting for each
 * other take ten times as long, and an ordinary user may not raise a priority again.
 */
import { spawn } from 'node:child_process'
import type { ScriptChild } from '../../core/script-child.ts'

/** Batch work that can be paused; `pause` and `resume` are called alternately, `pause` first. */
type Preemptible = { pause: () => void; resume: () => void }

export type Preemption = {
  /** Runs `work` while all batch work is paused, except as needed to keep that from starving. */
  urgently: <T>(work: () => Promise<T>) => Promise<T>
  /** Adds batch work; call the result to remove and resume it. */
  join: (work: Preemptible) => () => void
}

/** Choice: a paused job never looks as if it were running for longer than this. */
const longestPauseMs = 3_000

/**
 * Choice: after a pause, batch work runs for two thirds of the pause, so 40 % of the time overall.
 */
const owedShare = 2 / 3

/** @param now in milliseconds, monotonic */
export function createPreemption(now: () => number = () => performance.now()): Preemption {
  const joined = new Set<Preemptible>()
  let urgent = 0
  let pausedSince: number | undefined
  let runsUntil = -Infinity
  let timer: NodeJS.Timeout | undefined

  const pauseIfNeeded = (): void => {
    if (urgent === 0 || pausedSince !== undefined) return
    clearTimeout(timer)
    const owed = runsUntil - now()
    if (owed > 0) {
      timer = setTimeout(pauseIfNeeded, owed)
      return
    }
    pausedSince = now()
    for (const work of joined) work.pause()
    timer = setTimeout(resumeAll, longestPauseMs)
  }
  const resumeAll = (): void => {
    clearTimeout(timer)
    if (pausedSince !== undefined) {
      runsUntil = now() + (now() - pausedSince) * owedShare
      pausedSince = undefined
      for (const work of joined) work.resume()
    }
    pauseIfNeeded()
  }
  return {
    urgently: async (work) => {
      urgent += 1
      pauseIfNeeded()
      try {
        return await work()
      } finally {
        urgent -= 1
        if (urgent === 0) resumeAll()
      }
    },
    join: (work) => {
      joined.add(work)
      if (pausedSince !== undefined) work.pause()
      return () => {
        if (joined.delete(work) && pausedSince !== undefined) work.resume()
      }
    },
  }
}

/** One instance, because the processors are shared. */
export const preemption: Preemption = createPreemption()

/**
 * Makes a child preemptible while it runs, with its process group if it leads one. Windows cannot
 * stop a process; there, low priority must suffice.
 */
export function makePreemptible(child: ScriptChild, { isGroup }: { isGroup: boolean }): void {
  if (process.platform === 'win32') return
  let leave = (): void => undefined
  const join = () => {
    if (child.pid === undefined) return
    leave = preemption.join(stoppableProcess(isGroup ? -child.pid : child.pid))
  }
  if (child.pid === undefined) child.once('spawn', join)
  else join()
  for (const end of ['exit', 'error']) child.once(end, () => leave())
}

function stoppableProcess(target: number): Preemptible {
  let endGuard: (() => void) | undefined
  return {
    pause: () => {
      endGuard = startGuard(target)
      // Without a guard it keeps running beside the urgent work, which is merely slower.
      if (endGuard !== undefined) signal(target, 'SIGSTOP')
    },
    resume: () => {
      if (endGuard !== undefined) signal(target, 'SIGCONT')
      endGuard?.()
      endGuard = undefined
    },
  }
}

/** Resumes the target if its input ends without a line, which means that this process has died. */
const guardScript = 'read -r line || kill -s CONT -- "$@" 2>/dev/null'

/**
 * A stopped process cannot notice that its parent died, and whisper-cli never does. The guard can:
 * its input is a pipe from this process. It runs in a separate process group, because Ctrl+C in a
 * terminal ends the whole group.
 */
function startGuard(target: number): (() => void) | undefined {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'sh', String(target)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // If the guard could not start, or was killed, there is nothing to undo.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  return guard.pid === undefined ? undefined : () => void guard.stdin.end('\n')
}

function signal(target: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(target, name)
  } catch {
    // The process has exited in the meantime; its exit event reports that.
  }
}
