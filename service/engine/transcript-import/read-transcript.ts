import { Worker } from 'node:worker_threads'
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
  if (signal.aborted) throw cancelled()
  const worker = new Worker(new URL('./transcript-worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  try {
    const answer = await answerOf(worker, signal)
    if ('error' in answer) throw new JobError(answer.error.code, answer.error.message)
    return answer.transcript
  } finally {
    await worker.terminate()
  }
}

const cancelled = () => new JobError('cancelled', 'The work was cancelled.')

function answerOf(worker: Worker, signal: AbortSignal): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(unreadable('This file took too long to read.')),
      deadlineMs,
    )
    const onAbort = () => reject(cancelled())
    signal.addEventListener('abort', onAbort, { once: true })
    worker.once('message', resolve)
    worker.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? unreadable('This file took too much memory to read.') : error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      reject(unreadable('Reading this file ended without an answer.'))
    })
  })
}
