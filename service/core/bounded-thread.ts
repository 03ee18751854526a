import { Worker } from 'node:worker_threads'

export type ThreadOptions = {
  /** The entry, which answers by one message. */
  script: URL
  input: unknown
  deadlineMs: number
  heapMegabytes: number
  signal: AbortSignal
}

/** Why there is no answer; `aborted` is the signal's doing. */
export class ThreadFailure extends Error {
  override readonly cause: 'aborted' | 'time' | 'memory' | 'ended'

  constructor(cause: ThreadFailure['cause']) {
    super(`A thread gave no answer: ${cause}`)
    this.name = 'ThreadFailure'
    this.cause = cause
  }
}

/**
 * Has a thread of its own answer, within a time and a memory, because anybody may have written what it reads.
 * Throws ThreadFailure, and what the thread throws.
 */
export async function runOnThread<Answer>(options: ThreadOptions): Promise<Answer> {
  const { script, input, heapMegabytes, signal } = options
  if (signal.aborted) throw new ThreadFailure('aborted')
  const worker = new Worker(script, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  try {
    return await answerOf<Answer>(worker, options)
  } finally {
    await worker.terminate()
  }
}

function answerOf<Answer>(worker: Worker, options: ThreadOptions): Promise<Answer> {
  const { deadlineMs, signal } = options
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ThreadFailure('time')), deadlineMs)
    const onAbort = () => reject(new ThreadFailure('aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
    worker.once('message', resolve)
    worker.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? new ThreadFailure('memory') : error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      reject(new ThreadFailure('ended'))
    })
  })
}
