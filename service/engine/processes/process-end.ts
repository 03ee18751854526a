/** Reports how an engine process ended, without logging its output. */
import { JobError } from '../../core/errors.ts'
import type { ScriptChild } from '../../core/script-child.ts'

export type ProcessEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  cause: 'out_of_memory' | 'failed_assertion' | 'uncaught_error' | 'unknown'
}

/** A process that serves jobs, and how it ends. */
export type LiveProcess = { child: ScriptChild; ended: Promise<ProcessEnd> }

const tailLength = 4000

/**
 * Resolves once the child and its pipes are closed. Its output is only classified and never logged,
 * because a model's error can quote its prompt, and thereby a transcript.
 */
export function awaitEnd(child: ScriptChild): Promise<ProcessEnd> {
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>()
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-tailLength)
  })
  child.once('close', (code, signal) => resolve({ code, signal, cause: classify(tail) }))
  return promise
}

/** What a job fails with whose process ended; `name` begins a sentence. */
export function failureOf({ cause, signal }: ProcessEnd, name: string): JobError {
  if (cause === 'out_of_memory') {
    return new JobError('out_of_memory', `${name} took more memory than there is.`)
  }
  return signal === 'SIGXCPU'
    ? new JobError('engine_timeout', `${name} used up the processor time allowed.`)
    : new JobError('engine_crashed', `${name} ended unexpectedly.`)
}

function classify(stderr: string): ProcessEnd['cause'] {
  if (ranOutOfMemory(stderr)) return 'out_of_memory'
  if (/GGML_ASSERT|GGML_ABORT|assertion .*failed/i.test(stderr)) return 'failed_assertion'
  return /^\s+at .+:\d+:\d+/m.test(stderr) ? 'uncaught_error' : 'unknown'
}

/** Whether V8, Rust, C++ or ggml reported a failed allocation. */
export const ranOutOfMemory = (stderr: string): boolean =>
  /out of memory|cannot allocate memory|(memory|buffer) allocation (of|failed)|bad_?alloc|failed to allocate|not enough memory/i.test(
    stderr,
  )
