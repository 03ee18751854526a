/** Runs a child process that tells speakers apart and reads its answer. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { WorkOptions } from '../engine.ts'
import { quietEnv, runChild } from '../process.ts'

const Progress = Type.Object({ progress: Type.Number() })
const Turn = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  speaker: Type.Integer({ minimum: 0 }),
})
const Answer = Type.Object({
  ok: Type.Literal(true),
  turns: Type.Array(Turn),
  embeddings: Type.Array(Type.Array(Type.Number())),
})
export type SpeakersAnswer = Static<typeof Answer>

export type ProcessDeps = {
  runDir?: string
  /** How to run a script in a child; Electron passes its own. */
  nodePath?: string
  log?: (message: string) => void
}

/** Ten hours take about ten minutes; a busy machine takes ten times that. */
const deadlineMs = 7_200_000

/** `args`: the child's script and what it is to do. Throws `JobError`. */
export async function runSpeakersProcess(
  deps: ProcessDeps,
  args: string[],
  options: WorkOptions,
): Promise<SpeakersAnswer> {
  let last: unknown
  const result = await runChild({
    command: deps.nodePath ?? process.execPath,
    args,
    deadlineMs,
    signal: options.signal,
    ...(deps.runDir !== undefined && { runDir: deps.runDir }),
    // Inside Electron this program is Electron's, which then runs the script as plain Node would.
    env: quietEnv({ ELECTRON_RUN_AS_NODE: '1' }),
    onStdoutLine: (line) => {
      const content = parseLine(line)
      if (Value.Check(Progress, content)) options.onProgress(content.progress)
      else last = content ?? last
    },
  })
  if (Value.Check(Answer, last)) return last
  if (result.wasOutOfMemory) {
    throw new JobError(
      'out_of_memory',
      'Telling the speakers apart took more memory than there is.',
    )
  }
  deps.log?.(`The speaker process ended with ${result.code ?? result.signal}: ${result.stderrTail}`)
  throw new JobError('engine_crashed', 'Telling the speakers apart failed.')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A library's own print; the answer is JSON.
    return undefined
  }
}
