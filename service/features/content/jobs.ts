import { Type } from 'typebox'
import { removeRecordingKeys } from '../../backup/backup-store.ts'
import { isUnavailable } from '../../core/errors.ts'
import { minute } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { defineJob, handle, type JobHandler } from '../../queue/job.ts'
import { checkMediaJob, checkQueuedMedia } from './media-state.ts'
import { sidecarOf } from './sidecar.ts'

/**
 * Removes the files of deleted items. It is stored by the transaction that deletes their rows, and by who was making
 * their files meanwhile (upload_claims). Nothing else may remove a recording: a row that is missing may be damage
 * (reliability.md U-4).
 */
export const removeFilesJob = defineJob({
  name: 'content.remove_files',
  payload: Type.Object({ content_ids: Type.Array(Type.String()) }),
  lane: 'light',
  attempts: 20,
  // Windows cannot delete a file that a program has open.
  retryAfterMs: (attempt) => attempt * minute,
})

/** Writes anew what lies beside a recording, so that a lost library is remade as it was called. */
export const describeFilesJob = defineJob({
  name: 'content.describe_files',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'light',
  attempts: 20,
  retryAfterMs: (attempt) => attempt * minute,
})

export const contentJobs = (deps: Deps): JobHandler[] => [
  handle(
    checkMediaJob,
    ({ payload, signal }) => checkQueuedMedia(deps, payload.content_ids, signal),
    async ({ content_ids: ids }) => {
      deps.log.error({ content_ids: ids }, 'recordings could not be compared with their hashes')
    },
  ),
  handle(
    describeFilesJob,
    async ({ payload }) => {
      const sidecar = await sidecarOf(deps.db.sql, payload.content_id)
      const hasFile = sidecar && (await deps.blobs.stat(sidecar.id))
      if (hasFile) await deps.blobs.describe(sidecar)
    },
    async ({ content_id: id }) => {
      deps.log.error({ content_id: id }, 'what lies beside a recording could not be written')
    },
  ),
  handle(
    removeFilesJob,
    async ({ payload }) => {
      const { blobs, config } = deps
      const failures: unknown[] = []
      await removeRecordingKeys(config.backupDir, payload.content_ids).catch((error: unknown) =>
        failures.push(error),
      )
      for (const id of payload.content_ids) {
        await blobs.remove(id).catch((error: unknown) => failures.push(error))
      }
      const away = failures.find(isUnavailable)
      if (away !== undefined) throw away
      if (failures.length > 0) throw new AggregateError(failures, 'files could not be removed')
    },
    async ({ content_ids: ids }) => {
      deps.log.error({ content_ids: ids }, 'the files of deleted recordings could not be removed')
    },
  ),
]
