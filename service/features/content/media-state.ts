import { Type } from 'typebox'
import { day, plusMs } from '../../core/time.ts'
import type { MediaState } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import { recordNotice } from '../notices/notices.ts'
import type { ContentRow } from './content-item.ts'
import { selectContent, selectOrganizationId, selectUnchecked, updateMediaState } from './store.ts'

/** Compares recordings with their hashes. */
export const checkMediaJob = defineJob({
  name: 'content.check_media',
  payload: Type.Object({ content_ids: Type.Array(Type.String()) }),
  lane: 'light',
  attempts: 3,
})

type CheckDeps = Pick<
  Deps,
  'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'
>

/** Choice: every recording once a month, as many in an hour as a slow disk reads beside other work. */
const scrubMs = 30 * day
const checkedAtOnce = 50

/** Queues the recordings whose bytes nobody has compared for a month. Called hourly by start.ts. */
export async function scrubMedia({ db, clock, queue }: CheckDeps): Promise<void> {
  const unchecked = await selectUnchecked(db.sql, plusMs(clock.now(), -scrubMs), checkedAtOnce)
  const byOrganization = Map.groupBy(unchecked, (one) => one.organization_id)
  if (byOrganization.size === 0) return
  await db.transaction(async (tx) => {
    for (const [organizationId, own] of byOrganization) {
      const payload = { content_ids: own.map(({ id }) => id) }
      await queue.enqueue(tx, checkMediaJob.of(payload, undefined, { organizationId }))
    }
  })
}

/** Runs the job; what was deleted meanwhile is passed over. */
export async function checkQueuedMedia(
  deps: CheckDeps,
  contentIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const id of contentIds) await checkRecording(deps, id, signal)
}

/** The recording with its state as it is now; null where it was deleted meanwhile or never arrived whole. */
export async function checkRecording(
  deps: CheckDeps,
  id: string,
  signal: AbortSignal,
): Promise<{ filename: string; title: string; state: MediaState } | null> {
  const content = await selectContent(deps.db.sql, id)
  if (!content || content.status === 'uploaded') return null
  const { filename, shown_title: title } = content
  return { filename, title, state: await checkMedia(deps, content, signal) }
}

/**
 * Compares the bytes of a recording with the hash that was made as they came, stores the result, and tells
 * the owner once where they differ or are gone (reliability.md U-9). Of one without a hash only the size is known.
 */
export async function checkMedia(
  deps: CheckDeps,
  content: Pick<
    ContentRow,
    'id' | 'project_id' | 'shown_title' | 'size_bytes' | 'sha256' | 'media_state'
  >,
  signal: AbortSignal,
): Promise<MediaState> {
  const state = await readState(deps, content, signal)
  await deps.db.transaction(async (tx) => {
    await updateMediaState(tx, content.id, state, deps.clock.now())
    if (state === 'ok' || state === content.media_state) return
    deps.log.warn(
      { content_id: content.id, media_state: state },
      'a recording is not as it was sent',
    )
    await recordNotice(deps, tx, {
      organizationId: await selectOrganizationId(tx, content.id),
      kind: 'recording_damaged',
      title: `“${content.shown_title}” is ${state === 'missing' ? 'gone from the disk' : 'damaged'}`,
      body: 'Its transcript was kept. Put the file back from a copy, or add the recording again.',
      link: `/app/#/projects/${content.project_id}/recordings/${content.id}`,
    })
  })
  return state
}

async function readState(
  { blobs }: Pick<Deps, 'blobs'>,
  { id, size_bytes: bytes, sha256 }: Pick<ContentRow, 'id' | 'size_bytes' | 'sha256'>,
  signal: AbortSignal,
): Promise<MediaState> {
  const found = await blobs.stat(id)
  if (found === null) return 'missing'
  if (found.bytes !== bytes) return 'damaged'
  return sha256 === null || (await blobs.hash(id, signal)) === sha256 ? 'ok' : 'damaged'
}
