import type { Log } from '../core/log.ts'
import { SwapUnreadable } from '../db/open-errors.ts'
import { endsAgainAndAgain, readFinding, toFinding, type Finding } from './finding.ts'
import { finishSwap } from './swap.ts'

/** Completes what was begun, and says why the library is not to be opened; null where it is thought to be whole. */
export async function findBeforeOpening(
  dataDir: string,
  now: Date,
  log: Log,
): Promise<Finding | null> {
  try {
    await finishSwap(dataDir)
  } catch (error) {
    if (!(error instanceof SwapUnreadable)) throw error
    log.error({ err: error }, 'nobody knows how far a change of the library came: recovery mode')
    return toFinding(error, now)
  }
  return (await readFinding(dataDir)) ?? endsAgainAndAgain(dataDir, now)
}
