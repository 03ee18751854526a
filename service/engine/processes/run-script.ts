/** Runs one of our own scripts as a child process that reports in lines of JSON. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ScriptOrder, StartScript } from '../../core/script-child.ts'
import type { WorkOptions } from '../engine.ts'
import { quietEnv, runChild, type ChildResult, type ChildTask } from './run-child.ts'

const Progress = Type.Object({ progress: Type.Number() })

type ScriptTask = Pick<ChildTask, 'command' | 'args' | 'box' | 'deadlineMs' | 'runDir'> & {
  /** Called with every message except progress. */
  onMessage: (content: unknown) => void
  startScript?: StartScript | undefined
}

/**
 * Runs a script with Node or through the host; `args` are those of a `node` command. See
 * `runChild`.
 */
export const runScript = (
  { onMessage, startScript, ...task }: ScriptTask,
  { signal, onProgress }: WorkOptions,
): Promise<ChildResult> =>
  runChild({
    ...task,
    ...(startScript && { start: () => startScript(orderOf(task.args)) }),
    signal,
    env: quietEnv(),
    onStdoutLine: (line) => {
      const content = parseLine(line)
      if (Value.Check(Progress, content)) onProgress(content.progress)
      else if (content !== undefined) onMessage(content)
    },
  })

/** Parses the arguments of a `node` command: V8 options, the script, its own arguments. */
function orderOf(args: readonly string[]): ScriptOrder {
  const at = args.findIndex((arg) => !arg.startsWith('--'))
  const [entry = '', ...own] = args.slice(at)
  return { entry, args: own, execArgv: args.slice(0, at), env: quietEnv() }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Output printed by a library.
    return undefined
  }
}
