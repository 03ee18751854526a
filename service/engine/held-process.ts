/** A process that can be made to stand still, and never does so for longer than this one lives. */
import { spawn } from 'node:child_process'
import type { ScriptChild } from '../core/script-child.ts'
import { giveWay, type Yielding } from './give-way.ts'

/** Wakes the processes named after it where its input ends without a line: who held them is gone. */
const wakeOrphans = 'read -r line || kill -s CONT -- "$@" 2>/dev/null'

/**
 * Lets a child give way to urgent work as long as it runs, with its group where it leads one.
 * Windows can stop no process: there its low priority has to do.
 */
export function giveWayWith(child: ScriptChild, { isGroup }: { isGroup: boolean }): void {
  if (process.platform === 'win32') return
  let leave = (): void => undefined
  const join = () => {
    if (child.pid !== undefined) leave = giveWay.join(heldProcess(isGroup ? -child.pid : child.pid))
  }
  if (child.pid === undefined) child.once('spawn', join)
  else join()
  for (const end of ['exit', 'error']) child.once(end, () => leave())
}

function heldProcess(target: number): Yielding {
  let release: (() => void) | undefined
  return {
    hold: () => {
      release = startGuard(target)
      // Without a guard it goes on beside the urgent work, which is only slower.
      if (release !== undefined) signal(target, 'SIGSTOP')
    },
    go: () => {
      if (release !== undefined) signal(target, 'SIGCONT')
      release?.()
      release = undefined
    },
  }
}

/**
 * A process that stands still cannot notice that its parent died, and whisper-cli never does. The
 * guard can: its input is a pipe from this process. In a group of its own, because Ctrl+C in a
 * terminal ends a whole group.
 */
function startGuard(target: number): (() => void) | undefined {
  const guard = spawn('/bin/sh', ['-c', wakeOrphans, 'sh', String(target)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // A guard that could not be started, or was ended by somebody, guards nothing: nothing to undo.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  return guard.pid === undefined ? undefined : () => void guard.stdin.end('\n')
}

function signal(target: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(target, name)
  } catch {
    // It has ended meanwhile, which is told by its exit.
  }
}
