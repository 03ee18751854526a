import type { Static, TSchema } from 'typebox'
import type { Tx } from '../db/database.ts'

/**
 * What bounds how many run at once. `engine`: transcriptions and language models, which fill the machine;
 * `analyser`: what computes for seconds without them; `light`: the rest.
 */
export type Lane = 'engine' | 'analyser' | 'light'

/**
 * A kind of work. `attempts` bounds how often one is started (a job whose process dies that often ends as
 * failed: reliability.md J-2; on a server later, reliability.md J-6).
 */
export type JobDefinition<S extends TSchema = TSchema> = {
  name: string
  payload: S
  lane: Lane
  attempts: number
  /** What is finished of it is kept, so that it may be stopped for one that goes first. */
  keepsParts?: boolean
  /** Of an organization one runs at a time in a process: the others wait, to be taken along by the next. */
  isSerial?: boolean
  /** How long the first attempt waits; left out, it starts at once. */
  startAfterMs?: number
  /** How long the next attempt waits after this one failed; left out, it starts at once. */
  retryAfterMs?: (attempt: number) => number
}

/** One piece of work to be stored with the data it belongs to. */
export type NewJob = {
  definition: JobDefinition
  payload: unknown
  key: string | null
  /** Whether somebody waits for it now: it goes before a backlog. */
  isFirst: boolean
  /** Whose turn it takes: organizations take turns. '' where it is nobody's. */
  organizationId: string
  /** The one process that may run it; null leaves it to any. It goes with that process. */
  onlyWorker: string | null
}

/** Ordinary jobs of a lane and an organization start in the order in which they came. */
export type JobOrder = Partial<Pick<NewJob, 'isFirst' | 'organizationId' | 'onlyWorker'>>

export type JobFactory<S extends TSchema> = JobDefinition<S> & {
  /** `key` names what the job works on, so that it can be cancelled with it, e.g. a content id. */
  of: (payload: Static<S>, key?: string, order?: JobOrder) => NewJob
}

export function defineJob<S extends TSchema>(definition: JobDefinition<S>): JobFactory<S> {
  return {
    ...definition,
    of: (payload, key, { isFirst = false, organizationId = '', onlyWorker = null } = {}) => ({
      definition,
      payload,
      key: key ?? null,
      isFirst,
      organizationId,
      onlyWorker,
    }),
  }
}

/** What a handler is given. `attempt` starts at 1; after `attempts` tries `giveUp` is called. */
export type JobRun<P> = {
  payload: P
  attempt: number
  lane: Lane
  isFirst: boolean
  /** Aborted on cancel (reason 'cancelled'), and on a stop, on a pause and for a job that goes first
   * (reason 'stopping'). */
  signal: AbortSignal
  /**
   * Whether this run still owns the job: check it, with the same `tx`, before writing a result, so
   * that a superseded attempt writes nothing (reliability.md J-3).
   */
  isCurrent: (tx: Tx) => Promise<boolean>
  /**
   * As isCurrent, and ends the job in the same transaction: what `tx` writes then happens once, even
   * where the process dies right after it. A handler that does not call it may run again.
   */
  finish: (tx: Tx) => Promise<boolean>
  /**
   * Up to so many other jobs of its kind and organization that wait as well and never failed. They run with this one from now
   * on: they end after it has finished, and fail with it. Where the process dies in between they run again.
   */
  takeAlong: (most: number) => Promise<Along<P>[]>
  /** Hands the job back uncounted, to run in another lane, at the place that it has by its age. */
  moveTo: (lane: Lane) => Promise<void>
}

/** A job that runs with another; `traceparent`: what it goes on with. */
type Along<P> = { payload: P; traceparent: string | null }

export type JobHandler = {
  definition: JobDefinition
  /**
   * Records its own expected failures on its item and returns; any throw is another attempt. When
   * the signal aborts it ends soon: on 'stopping' the job is handed back however it ends.
   */
  run: (run: JobRun<unknown>) => Promise<void>
  /**
   * The job was started as often as it may be and never ended: record the failure on its item. Must
   * be safe to call twice.
   */
  giveUp: (payload: unknown) => Promise<void>
  /** Its process died, or stopped before it ended: shows in the same transaction that it waits again. */
  noteStop: (tx: Tx, payload: unknown) => Promise<unknown>
}

/** Binds a job to its code, in service/jobs.ts. */
export function handle<S extends TSchema>(
  definition: JobDefinition<S>,
  run: (run: JobRun<Static<S>>) => Promise<void>,
  giveUp: (payload: Static<S>) => Promise<void>,
  noteStop: (tx: Tx, payload: Static<S>) => Promise<unknown> = () => Promise.resolve(),
): JobHandler {
  return {
    definition,
    // The worker parses the payload with `definition.payload` before any of these is called.
    run: (job) => run(job as JobRun<Static<S>>),
    giveUp: (payload) => giveUp(payload as Static<S>),
    noteStop: (tx, payload) => noteStop(tx, payload as Static<S>),
  }
}
