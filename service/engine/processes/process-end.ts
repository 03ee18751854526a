import type { ScriptChild } from '../../core/script-child.ts'

export type ProcessEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  cause: 'out_of_memory' | 'failed_assertion' | 'uncaught_error' | 'unknown'
}

const tailLength = 4000

/**
 * Resolves when the child and its pipes are closed. What it printed is only classified, because an
 * error of a model can quote its prompt, and with that a transcript; none of it may be logged.
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

function classify(stderr: string): ProcessEnd['cause'] {
  if (ranOutOfMemory(stderr)) return 'out_of_memory'
  if (/GGML_ASSERT|GGML_ABORT|assertion .*failed/i.test(stderr)) return 'failed_assertion'
  return /^\s+at .+:\d+:\d+/m.test(stderr) ? 'uncaught_error' : 'unknown'
}

/** Whether V8, Rust, C++ or ggml said that it could get no more memory. */
export const ranOutOfMemory = (stderr: string): boolean =>
  /heap out of memory|memory allocation of|bad_alloc|failed to allocate|not enough memory/i.test(
    stderr,
  )
