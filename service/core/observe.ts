import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel'

/**
 * What this process tells of its own work, for metrics and traces: ids, names of our own and numbers, and nothing
 * that a person said, wrote or keeps secret. `parent` is the trace that it goes on with, where that is not the
 * current one. What is known at the end only is set while it runs.
 */
export type Work = {
  request: {
    method: string
    /** The address with the names of its parameters. */
    route: string
    requestId: string
    parent: string | null
    status: number
  }
  /** How often it ran: again where it clashed with another. */
  transaction: { tries: number }
  job: {
    id: number
    name: string
    lane: string
    attempt: number
    parent: string | null
    end: 'ended' | 'failed' | 'stopped' | 'no_space' | 'postponed' | 'not_recorded'
  }
  stage: { stage: 'decode' | 'words' | 'speakers' | 'analysis' }
  /** A process of the engine, or one job of those that stay. */
  child: { program: string }
  /** One attempt at a webhook. */
  delivery: {
    id: string
    webhookId: string
    event: string
    attempt: number
    /** Since the attempt was due. */
    lagMs: number
    parent: string | null
    status: number | null
    /** `delivered`, the code of the failure, or `unfinished`. */
    outcome: string
  }
  /** Somebody reads events as they happen. */
  reader: object
}

/** An error is told by its place in the catalogue; its message may quote what was said. */
export type Ended<Kind extends keyof Work> = Work[Kind] & { error?: unknown }

type Channel<Kind extends keyof Work> = TracingChannel<string | null, Work[Kind]>
const open = <Kind extends keyof Work>(kind: Kind): Channel<Kind> =>
  tracingChannel<string | null, Work[Kind]>(`earshot:${kind}`)

/** Node's own channels: while nobody subscribes, nothing is measured and nothing is kept. */
export const channels: { [Kind in keyof Work]: Channel<Kind> } = {
  request: open('request'),
  transaction: open('transaction'),
  job: open('job'),
  stage: open('stage'),
  child: open('child'),
  delivery: open('delivery'),
  reader: open('reader'),
}

/** Does one piece of work and tells whoever subscribes of its begin and end. */
export function observe<Kind extends keyof Work, Result>(
  kind: Kind,
  work: Work[Kind],
  run: () => Promise<Result>,
): Promise<Result> {
  const channel: TracingChannel<string | null, Work[Kind]> = channels[kind]
  return channel.hasSubscribers ? channel.tracePromise(run, work) : run()
}

/** The trace of the current work, as the header of W3C Trace Context has it; null where there is none. */
export const traces = new AsyncLocalStorage<string | null>()
export const currentTrace = (): string | null => traces.getStore() ?? null

const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** A header that somebody sent; null where it is none (W3C Trace Context, 3.2). */
export const readTrace = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && form.test(header) ? header : null

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)
