import type { Db } from '../../db/database.ts'

/** What the routes need of the running outboxWorker: look again, and stop what was called off. */
export type Running = { id: string; webhookId: string }
export type Signals = {
  wake: () => void
  /** Resolves once no request of a matching attempt is under way or about to start. */
  halt: (isMatch: (run: Running) => boolean) => Promise<void>
}

// By database and not in a variable of this module: several services may live in one process.
const listeners = new WeakMap<Db, Signals>()

export const listen = (db: Db, signals: Signals): void => void listeners.set(db, signals)
export const unlisten = (db: Db): void => void listeners.delete(db)

/** Says that a delivery may be due; without a running outboxWorker it waits for the next start. */
export const wakeOutbox = (db: Db): void => listeners.get(db)?.wake()

export async function haltDeliveries(db: Db, isMatch: (run: Running) => boolean): Promise<void> {
  await listeners.get(db)?.halt(isMatch)
}
