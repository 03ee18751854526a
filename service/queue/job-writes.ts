import type { Log } from '../core/log.ts'
import { second, type Clock } from '../core/time.ts'
import type { Db, Tx } from '../db/database.ts'
import type { JobRun } from './job.ts'

type Run = Pick<JobRun<unknown>, 'isCurrent' | 'finish'>
type Write = (tx: Tx) => Promise<unknown>

/** Writes in between: a superseded attempt writes nothing (reliability.md J-3). */
export async function whileCurrent(db: Db, run: Run, write: Write): Promise<void> {
  await db.transaction(async (tx) => {
    if (await run.isCurrent(tx)) await write(tx)
  })
}

/** The outcome and the end of the job are one transaction, so that neither comes twice. */
export async function atEnd(db: Db, run: Run, write: Write): Promise<void> {
  await db.transaction(async (tx) => {
    if (await run.finish(tx)) await write(tx)
  })
}

/**
 * Stores progress, 0 to 1, in steps of a hundredth and twice a second at most, since each is an
 * fsync; where a hundredth takes long, every five seconds.
 */
export function reportProgress(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  run: Run,
  note: (tx: Tx, fraction: number) => Promise<unknown>,
) {
  let last = { at: clock.now().getTime(), fraction: 0 }
  let writing: Promise<void> = Promise.resolve()
  const report = (fraction: number): void => {
    const at = clock.now().getTime()
    const [passed, step] = [at - last.at, fraction - last.fraction]
    if (step < 0.01 ? passed < 5 * second || step <= 0 : passed < second / 2) return
    last = { at, fraction }
    writing = writing
      .then(() => whileCurrent(db, run, (tx) => note(tx, Math.min(fraction, 1))))
      .catch((error: unknown) => log.warn({ err: error }, 'progress was not stored'))
  }
  return { report, settled: () => writing }
}
