import type { Orphan as OrphanFile } from '../../blobs/blobs.ts'
import { requireAdmin, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { toContentItem, type ContentItem } from '../content/content-item.ts'
import { addContent, listContentIds } from '../content/content.ts'
import { sidecarOf } from '../content/sidecar.ts'
import { noteReceived } from '../content/status.ts'
import { recordNotice } from '../notices/notices.ts'
import { findOrAddProject } from '../projects/projects.ts'
import { queueTranscription } from '../transcription/transcription.ts'
import type { Orphan } from './schema.ts'

/** The project of recordings whose own project is gone. */
const recovered = 'Recovered recordings'

/**
 * At a start: recordings without a row are set aside and the owner is told; those whose row is back return.
 * Resolves with the ids of recordings that no sidecar describes yet.
 */
export async function settleRecordings(
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'>,
  organizationId: string,
): Promise<string[]> {
  const { db, blobs, log } = deps
  const { orphaned, returned, undescribed } = await blobs.settle(await listContentIds(db.sql))
  if (returned.length > 0) log.info({ content_ids: returned }, 'recordings have their rows again')
  if (orphaned.length > 0) {
    log.warn({ content_ids: orphaned }, 'recordings without a row were set aside')
    await db.transaction((tx) =>
      recordNotice(deps, tx, {
        organizationId,
        kind: 'recordings_orphaned',
        title:
          orphaned.length === 1
            ? 'A recording has no entry'
            : `${orphaned.length} recordings have no entry`,
        body: 'They are whole and were set aside. Take them into the library again, or delete them.',
        link: '/app/#/settings/orphans',
      }),
    )
  }
  return undescribed
}

/** Writes the sidecars of recordings that came in before there were any. */
export async function describeRecordings(
  { db, blobs, log }: Pick<Deps, 'db' | 'blobs' | 'log'>,
  contentIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const id of contentIds) {
      if (signal.aborted) return
      const sidecar = await sidecarOf(db.sql, id)
      if (sidecar) await blobs.describe(sidecar)
    }
  } catch (error) {
    log.warn({ err: error }, 'recordings could not be described; the next start tries again')
  }
}

export async function listOrphans(
  { blobs }: Pick<Deps, 'blobs'>,
  caller: Caller,
): Promise<Orphan[]> {
  requireAdmin(caller)
  const found = await blobs.orphans()
  return found.map(toOrphan).toSorted((a, b) => b.created_at.localeCompare(a.created_at))
}

const toOrphan = ({ id, bytes, changedAt, sidecar }: OrphanFile): Orphan => ({
  id,
  filename: sidecar?.filename ?? null,
  project_name: sidecar?.project.name ?? null,
  size_bytes: bytes,
  created_at: sidecar?.created_at ?? toIso(changedAt),
})

/**
 * Takes a recording into the library again under its old id, in its project or, where that is gone, in one
 * for such recordings, and queues its transcription.
 */
export async function takeInOrphan(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs' | 'config'>,
  caller: Caller,
  id: string,
): Promise<ContentItem> {
  requireAdmin(caller)
  const orphan = await requireOrphan(deps, id)
  const { sidecar } = orphan
  const file = {
    filename: sidecar?.filename ?? id,
    content_type: sidecar?.content_type ?? 'application/octet-stream',
    size_bytes: orphan.bytes,
    source: sidecar?.source ?? 'recording',
  } as const
  // The file first: where the rows cannot be written it is set aside again by the next start.
  await deps.blobs.takeBack(id)
  return deps.db.transaction(async (tx) => {
    const project = await findOrAddProject(deps, tx, caller.organizationId, {
      id: sidecar?.project.id,
      name: recovered,
    })
    await addContent(deps, tx, project, { id, ...file, speech: {} })
    // Without a sidecar nothing is known that the bytes could be compared with.
    if (sidecar) await noteReceived(tx, id, sidecar.sha256)
    return toContentItem(await queueTranscription(deps, tx, id))
  })
}

/** For good; the person asked for it. */
export async function removeOrphan({ blobs }: Pick<Deps, 'blobs'>, caller: Caller, id: string) {
  requireAdmin(caller)
  await requireOrphan({ blobs }, id)
  await blobs.removeOrphan(id)
  return { id, deleted: true as const }
}

async function requireOrphan({ blobs }: Pick<Deps, 'blobs'>, id: string): Promise<OrphanFile> {
  const found = (await blobs.orphans()).find((orphan) => orphan.id === id)
  if (!found) throw errors.notFound('orphan')
  return found
}
