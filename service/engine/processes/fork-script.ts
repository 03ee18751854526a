/** Starts one of our scripts that stays: in its box, with a channel for messages and its errors on a pipe. */
import { spawn } from 'node:child_process'
import type { ScriptChild, ScriptOrder } from '../../core/script-child.ts'
import { enterBox, type BoxRules } from '../box/box.ts'

/**
 * Choice: the processor time of one process that serves one job after another. Each job has a
 * deadline of its own, and idle ones are ended; this ends what escapes both.
 */
const longestSeconds = 24 * 3600

/** As Node's `fork` does, with `rules`. */
export function forkScript(
  { entry, args, execArgv, env }: ScriptOrder,
  rules: Omit<BoxRules, 'processorSeconds'>,
): ScriptChild {
  const script = { command: process.execPath, args: [...execArgv, entry, ...args] }
  const call = enterBox(script, { ...rules, processorSeconds: longestSeconds })
  return spawn(call.command, call.args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
}
