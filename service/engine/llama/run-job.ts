/** One job of the model process as its parent sees it: an answer, a failure, or a broken limit. */
import { JobError } from '../../core/errors.ts'
import type { ScriptChild } from '../../core/script-child.ts'
import type { WorkOptions } from '../engine.ts'
import { workingTimer } from '../processes/working-timer.ts'
import type { FromChild, ToChild } from './protocol.ts'

/** The process itself said that the job failed; it can take the next one. */
export class AnsweredError extends Error {
  readonly failure: JobError
  constructor(failure: JobError) {
    super(failure.message)
    this.failure = failure
  }
}

export type Written = Extract<FromChild, { type: 'written' }>

/** `deadlineMs` is for one chunk of the work, `stallMs` for the time without any sign of it. */
export type JobLimits = WorkOptions & { deadlineMs: number; stallMs: number }

/** A cancelled job that has not stopped within this time is killed with its process. */
const cancelMs = 500

/** Sends a job and settles with its answer, its failure, or the limit that it broke. */
export async function runJob(
  child: ScriptChild,
  job: Extract<ToChild, { type: 'write' }>,
  { signal, onProgress, deadlineMs, stallMs }: JobLimits,
): Promise<Written> {
  const { promise, resolve, reject } = Promise.withResolvers<Written>()
  const fail = (code: 'cancelled' | 'engine_timeout' | 'engine_crashed', text: string) =>
    reject(new JobError(code, text))
  const timeOut = () => fail('engine_timeout', 'The language model took too long.')
  const timers = { stall: workingTimer(timeOut, stallMs), chunk: workingTimer(timeOut, deadlineMs) }
  let givingUp: NodeJS.Timeout | undefined
  const onMessage = (message: FromChild) => {
    timers.stall.restart()
    // A model that cannot be loaded leaves nothing to keep the process for.
    if (message.type === 'load-failed') reject(new JobError(message.code, message.message))
    if (!('id' in message) || message.id !== job.id) return
    if (message.type === 'chunk') timers.chunk.restart()
    if (message.type === 'progress') onProgress(message.fraction)
    if (message.type === 'written') resolve(message)
    if (message.type === 'failed') {
      reject(new AnsweredError(new JobError(message.code, message.message)))
    }
  }
  const onExit = () => fail('engine_crashed', 'The language model ended unexpectedly.')
  const onAbort = () => {
    send(child, { type: 'cancel', id: job.id })
    // A suspended process cannot read the message; it is killed all the same.
    givingUp = setTimeout(() => fail('cancelled', 'The analysis was cancelled.'), cancelMs)
  }
  const stopListening = listen(child, onMessage, onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  timers.stall.restart()
  timers.chunk.restart()
  send(child, job)
  try {
    return await promise
  } finally {
    timers.stall.stop()
    timers.chunk.stop()
    clearTimeout(givingUp)
    stopListening()
    signal.removeEventListener('abort', onAbort)
  }
}

function listen(
  child: ScriptChild,
  onMessage: (message: FromChild) => void,
  onExit: () => void,
): () => void {
  child.on('message', onMessage)
  child.once('exit', onExit)
  child.once('error', onExit)
  return () => {
    child.off('message', onMessage)
    child.off('exit', onExit)
    child.off('error', onExit)
  }
}

export function send(child: ScriptChild, message: ToChild): void {
  // A process that has ended meanwhile is noticed by its exit event.
  if (child.connected) child.send(message, () => {})
}
