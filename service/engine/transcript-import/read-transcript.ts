import { runOnThread, ThreadFailure } from '../../core/bounded-thread.ts'
import { JobError } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import { unreadable, type ImportedTranscript } from './imported-transcript.ts'
import type { WorkerAnswer, WorkerInput } from './transcript-worker.ts'

/** The largest file takes under two seconds, and a tenth of this memory. */
const deadlineMs = 60 * second
const heapMegabytes = 1024

/**
 * Reads a transcript on a thread of its own, because anybody may have written it. Throws
 * `transcript_unreadable`, `transcript_empty`, `transcript_too_long`, and `cancelled` if the signal
 * fires.
 */
export async function readTranscript(
  input: WorkerInput,
  signal: AbortSignal,
): Promise<ImportedTranscript> {
  const script = new URL('./transcript-worker.ts', import.meta.url)
  const options = { script, input, deadlineMs, heapMegabytes, signal }
  const answer = await runOnThread<WorkerAnswer>(options).catch((error: unknown) => {
    throw error instanceof ThreadFailure ? failures[error.cause]() : error
  })
  if ('error' in answer) throw new JobError(answer.error.code, answer.error.message)
  return answer.transcript
}

const failures: Record<ThreadFailure['cause'], () => JobError> = {
  aborted: () => new JobError('cancelled', 'The work was cancelled.'),
  time: () => unreadable('This file took too long to read.'),
  memory: () => unreadable('This file took too much memory to read.'),
  ended: () => unreadable('Reading this file ended without an answer.'),
}
