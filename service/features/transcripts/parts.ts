import type { Deps } from '../../deps.ts'
import type { PartStore } from '../../engine/engine.ts'
import type { JobRun } from '../../queue/job.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import { selectPart, upsertPart } from './part-store.ts'
import { clean } from './segments.ts'

type Run = Pick<JobRun<unknown>, 'isCurrent' | 'finish'>

/**
 * Finished parts of one recording's transcription, kept in the database until it ends: a crash or a
 * pause does not undo them.
 * @param onFound told when a part of an earlier run is used again
 */
export function keepParts(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  run: Run,
  contentId: string,
  onFound: () => void,
): PartStore {
  return {
    read: async (key) => {
      const value = await selectPart(db.sql, contentId, key)
      if (value !== undefined) onFound()
      return value
    },
    write: async (key, value) => {
      const row = { content_id: contentId, key, value: toJson(value), created_at: clock.now() }
      try {
        await whileCurrent(db, run, (tx) => upsertPart(tx, row))
      } catch (error) {
        // Without it a later run only has more to do.
        log.warn({ err: error, content: contentId }, 'a part of a transcription was not stored')
      }
    },
  }
}

const toJson = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? clean(part) : part))
