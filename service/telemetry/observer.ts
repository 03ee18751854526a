import type { TracingChannel } from 'node:diagnostics_channel'
import { channels, type Ended, type Work } from '../core/observe.ts'

/** Calls `onEnd` with each piece of work of a kind that ends, and how long it took, in seconds. */
export function onEnd<Kind extends keyof Work>(
  kind: Kind,
  measure: (work: Ended<Kind>, seconds: number) => void,
): () => void {
  const channel: TracingChannel<string | null, Work[Kind]> = channels[kind]
  const begun = new WeakMap<object, number>()
  // A channel carries what observe() was given for its kind, and nothing else.
  const begin = (work: unknown): void => void begun.set(work as Ended<Kind>, performance.now())
  const end = (work: unknown): void => {
    const at = begun.get(work as Ended<Kind>)
    // What began before anybody measured is left out.
    if (at !== undefined) measure(work as Ended<Kind>, (performance.now() - at) / 1_000)
  }
  channel.start.subscribe(begin)
  channel.asyncEnd.subscribe(end)
  return () => {
    channel.start.unsubscribe(begin)
    channel.asyncEnd.unsubscribe(end)
  }
}
