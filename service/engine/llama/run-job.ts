/** Runs one job in the model process; settles with an answer, a failure, or a timeout. */
import { JobError } from '../../core/errors.ts'
import type { ScriptChild } from '../../core/script-child.ts'
import type { WorkOptions } from '../engine.ts'
import { failureOf, type LiveProcess } from '../processes/process-end.ts'
import { workingTimer } from '../processes/working-timer.ts'
import type { FromChild, ToChild } from './protocol.ts'

/** The process itself reported the failure, so it can take the next job. */
export class AnsweredError extends Error {
  readonly failure: JobError
  constructor(failure: JobError) {
    super(failure.message)
    this.failure = failure
  }
}

export type Job = Extract<ToChild, { type: 'write' | 'measure' }>
type Outcome = Extract<FromChild, { type: 'written' | 'measured' }>

/** `deadlineMs` limits one chunk of the work, `stallMs` the time without any sign of progress. */
export type JobLimits = WorkOptions & { deadlineMs: number; stallMs: number }

/** A cancelled job that has not stopped within this time is killed together with its process. */
const cancelMs = 500

/** Sends a job and settles with its answer, its failure, or the limit it exceeded. */
export async function runJob(
  { child, ended }: LiveProcess,
  job: Job,
  { signal, onProgress, deadlineMs, stallMs }: JobLimits,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const fail = (code: 'cancelled' | 'engine_timeout' | 'engine_crashed', text: string) =>
    reject(new JobError(code, text))
  const timeOut = () => fail('engine_timeout', 'The language model took too long.')
  const timers = { stall: workingTimer(timeOut, stallMs), chunk: workingTimer(timeOut, deadlineMs) }
  let givingUp: NodeJS.Timeout | undefined
  const onMessage = (message: FromChild) => {
    timers.stall.restart()
    // Without a loaded model there is no reason to keep the process.
    if (message.type === 'load-failed') reject(new JobError(message.code, message.message))
    if (!('id' in message) || message.id !== job.id) return
    if (message.type === 'chunk') timers.chunk.restart()
    if (message.type === 'progress') onProgress(message.fraction)
    if (message.type === 'written' || message.type === 'measured') resolve(message)
    if (message.type === 'failed') {
      reject(new AnsweredError(new JobError(message.code, message.message)))
    }
  }
  const onError = () => fail('engine_crashed', 'The language model could not be started.')
  void ended.then((end) => reject(failureOf(end, 'The language model')))
  const onAbort = () => {
    send(child, { type: 'cancel', id: job.id })
    // A suspended process cannot read the message; it is killed anyway.
    givingUp = setTimeout(() => fail('cancelled', 'The analysis was cancelled.'), cancelMs)
  }
  const stopListening = listen(child, onMessage, onError)
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
  onError: () => void,
): () => void {
  child.on('message', onMessage)
  child.once('error', onError)
  return () => {
    child.off('message', onMessage)
    child.off('error', onError)
  }
}

export function send(child: ScriptChild, message: ToChild): void {
  // If the process has ended in the meantime, its exit event reports that.
  if (child.connected) child.send(message, () => {})
}
