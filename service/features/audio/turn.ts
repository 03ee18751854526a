import { Type } from 'typebox'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'

/**
 * The turn of a request that waits for its answer, in the one queue of the engine. The row names the
 * request and holds nothing of it. Only the process that holds the request takes it, and the row goes with that
 * process.
 */
export const turnJob = defineJob({
  name: 'audio.turn',
  payload: Type.Object({ request_id: Type.String() }),
  lane: 'engine',
  attempts: 2,
})

type Request = {
  requestId: string
  organizationId: string
  /** Fires when the client is gone. */
  signal: AbortSignal
}

/**
 * Waits for the engine, as recordings do that go first (api-choices.md 30), and runs `work` then. A
 * pause of the queue stops it; it begins again when the queue goes on.
 */
export async function inTurn<Result>(
  { db, queue, signals, lease, log }: Pick<Deps, 'db' | 'queue' | 'signals' | 'lease' | 'log'>,
  { requestId, organizationId, signal }: Request,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  // It may end before anybody waits for it.
  promise.catch(() => {})
  const stopListening = signals.on('audio.turn', async (turn) => {
    if (turn.requestId !== requestId) return
    try {
      resolve(await work(turn.signal))
    } catch (error) {
      const isHandedBack = turn.signal.aborted && turn.signal.reason === 'stopping'
      if (!isHandedBack) reject(error)
    }
  })
  const leave = (): void => {
    reject(new ApiError('shutting_down', 'The request was given up.'))
    db.transaction((tx) => queue.cancel(tx, requestId)).catch((error: unknown) => {
      log.warn({ err: error }, 'the turn of a request that was given up was not cancelled')
    })
  }
  const turn = turnJob.of({ request_id: requestId }, requestId, {
    ...{ isFirst: true, organizationId },
    onlyWorker: lease.id,
  })
  // Its turn goes with the lease.
  const stopWaiting = signals.on('lease.lost', leave)
  try {
    await db.transaction((tx) => queue.enqueue(tx, turn))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return await promise
  } finally {
    stopListening()
    stopWaiting()
    signal.removeEventListener('abort', leave)
  }
}
