import type { Deps } from '../../deps.ts'
import type { PartStore } from '../../engine/engine.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import type { JobRun } from '../../queue/job.ts'
import { clean } from '../transcripts/segments.ts'
import { selectPart, upsertPart } from './store.ts'

type CurrentRun = Pick<JobRun<unknown>, 'isCurrent' | 'finish'>

/**
 * Finished parts of one recording's transcription, kept in the database until it ends, so that
 * neither a crash nor a pause loses them.
 * @param onFound called when a part of an earlier run is reused
 */
export function keepParts(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  run: CurrentRun,
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
        // Not fatal: a later run transcribes this part again.
        log.warn({ err: error, content: contentId }, 'a part of a transcription was not stored')
      }
    },
  }
}

export const toJson = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? clean(part) : part))
