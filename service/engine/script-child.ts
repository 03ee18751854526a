/** Runs one of our own scripts as a child process that prints a line of JSON for all it has to say. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { WorkOptions } from './engine.ts'
import { quietEnv, runChild, type ChildResult, type ChildTask } from './process.ts'

const Progress = Type.Object({ progress: Type.Number() })

type ScriptTask = Pick<ChildTask, 'command' | 'args' | 'deadlineMs' | 'runDir'> & {
  /** Told what the script says besides its progress. */
  onMessage: (content: unknown) => void
}

/** Runs the script that `args` begins with, by Node or by Electron; see `runChild`. */
export const runScript = (
  { onMessage, ...task }: ScriptTask,
  { signal, onProgress }: WorkOptions,
): Promise<ChildResult> =>
  runChild({
    ...task,
    signal,
    // Inside Electron this program is Electron's, which then runs the script as plain Node would.
    env: quietEnv({ ELECTRON_RUN_AS_NODE: '1' }),
    onStdoutLine: (line) => {
      const content = parseLine(line)
      if (Value.Check(Progress, content)) onProgress(content.progress)
      else if (content !== undefined) onMessage(content)
    },
  })

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A library's own print.
    return undefined
  }
}
