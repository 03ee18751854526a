import type { Static, TSchema } from 'typebox'
import type { Tx } from '../db/database.ts'

/**
 * A kind of work. `lane` bounds how many run at once; `attempts` how often one is started at most
 * (a job whose process dies that often ends as failed: reliability.md J-2).
 */
export type JobDefinition<S extends TSchema = TSchema> = {
  name: string
  payload: S
  lane: 'engine' | 'light'
  attempts: number
  /** How long the first attempt waits; left out, it starts at once. */
  startAfterMs?: number
  /** How long the next attempt waits after this one failed; left out, it starts at once. */
  retryAfterMs?: (attempt: number) => number
}

/** One piece of work to be stored with the data it belongs to. */
export type NewJob = { definition: JobDefinition; payload: unknown; key: string | null }

export type JobFactory<S extends TSchema> = JobDefinition<S> & {
  /** `key` names what the job works on, so that it can be cancelled with it, e.g. a content id. */
  of: (payload: Static<S>, key?: string) => NewJob
}

export function defineJob<S extends TSchema>(definition: JobDefinition<S>): JobFactory<S> {
  return {
    ...definition,
    of: (payload, key) => ({ definition, payload, key: key ?? null }),
  }
}

/** What a handler is given. `attempt` starts at 1; after `attempts` tries `giveUp` is called. */
export type JobRun<P> = {
  payload: P
  attempt: number
  /** Aborted on cancel (reason 'cancelled') and on stop (reason 'stopping'). */
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
}

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
}

/** Binds a job to its code, in service/jobs.ts. */
export function handle<S extends TSchema>(
  definition: JobDefinition<S>,
  run: (run: JobRun<Static<S>>) => Promise<void>,
  giveUp: (payload: Static<S>) => Promise<void>,
): JobHandler {
  return {
    definition,
    // The worker parses the payload with `definition.payload` before either is called.
    run: (job) => run(job as JobRun<Static<S>>),
    giveUp: (payload) => giveUp(payload as Static<S>),
  }
}
