/** Runs a child process that tells speakers apart and reads its answer. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { StartScript } from '../../core/script-child.ts'
import type { WorkOptions } from '../engine.ts'
import { runScript } from '../processes/run-script.ts'

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
  nodePath?: string
  /** How the host starts scripts, where that is not plain Node's way. */
  startScript?: StartScript | undefined
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
  const task = {
    command: deps.nodePath ?? process.execPath,
    args,
    deadlineMs,
    ...(deps.runDir !== undefined && { runDir: deps.runDir }),
    startScript: deps.startScript,
    onMessage: (content: unknown) => {
      last = content
    },
  }
  const result = await runScript(task, options)
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
