import type { Orphan as OrphanFile } from '../../blobs/blobs.ts'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { readCursor, signCursor } from '../../core/cursor.ts'
import { errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { toContentItem, type ContentItem } from '../content/content-item.ts'
import { addContent, findContent } from '../content/content.ts'
import { noteReceived } from '../content/status.ts'
import { findOrAddProject } from '../projects/projects.ts'
import { queueTranscription } from '../transcription/transcription.ts'
import type { Orphan } from './schema.ts'

/** The project of recordings whose own project is gone. */
const recovered = 'Recovered recordings'

/** Newest first. Whose project an orphan is can no longer be told, so no restricted key sees any. */
export async function listOrphans(
  { blobs, keys }: Pick<Deps, 'blobs' | 'keys'>,
  caller: Caller,
  { limit, cursor }: PagingQuery,
) {
  requireMachineAdmin(caller)
  const list = `orphans ${caller.organizationId}`
  // Each of ours was signed below, in this form. Ids sort by time.
  const before = readCursor(keys.cursor, cursor, list) as string | null
  const ids = (await blobs.listOrphans()).filter((id) => before === null || id < before)
  const items: Orphan[] = []
  for (const id of ids.slice(0, limit)) {
    const orphan = await blobs.readOrphan(id)
    if (orphan) items.push(toOrphan(orphan))
  }
  const last = ids.length > limit ? ids[limit - 1] : undefined
  return { items, nextCursor: last === undefined ? null : signCursor(keys.cursor, last, list) }
}

const toOrphan = ({ id, bytes, changedAt, sidecar }: OrphanFile): Orphan => ({
  id,
  filename: sidecar?.filename ?? null,
  project_name: sidecar?.project.name ?? null,
  size_bytes: bytes,
  created_at: sidecar?.created_at ?? toIso(changedAt),
})

/**
 * Takes a recording into the library again with its old id and time, in its project or, where that is gone,
 * in one for such recordings, and queues its transcription.
 */
export async function takeInOrphan(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs'>,
  caller: Caller,
  id: string,
): Promise<ContentItem> {
  requireMachineAdmin(caller)
  return takeIn(deps, id, { organizationId: caller.organizationId, remakesProject: false })
}

/**
 * As `takeInOrphan`, where nobody asks. `remakesProject` makes a project that is gone again, by its name.
 */
export async function takeIn(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs'>,
  id: string,
  how: { organizationId: string; remakesProject: boolean },
): Promise<ContentItem> {
  // Before the transaction, which may run again when the file is back in its place.
  const orphan = await requireOrphan(deps, id)
  return deps.db.transaction(async (tx) => {
    // A second request for the same one, of this process or another, finds it gone.
    if (await findContent(tx, id)) throw errors.notFound('orphan')
    const item = await addOrphan(deps, tx, orphan, how)
    // Last: what fails above leaves it where it is. Without the commit the next start sets it aside again.
    if (await deps.blobs.readOrphan(id)) await deps.blobs.takeBack(id)
    return item
  })
}

async function addOrphan(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  { id, bytes, changedAt, sidecar }: OrphanFile,
  { organizationId, remakesProject }: { organizationId: string; remakesProject: boolean },
): Promise<ContentItem> {
  const name = remakesProject ? sidecar?.project.name : undefined
  const found = await findOrAddProject(deps, tx, organizationId, {
    id: sidecar?.project.id,
    name: name ?? recovered,
  })
  await addContent(deps, tx, found, {
    id,
    filename: sidecar?.filename ?? id,
    content_type: sidecar?.content_type ?? 'application/octet-stream',
    size_bytes: bytes,
    source: sidecar?.source ?? 'recording',
    speech: {},
    title: sidecar?.title ?? null,
    recorded_at: sidecar?.recorded_at ? new Date(sidecar.recorded_at) : null,
    created_at: sidecar ? new Date(sidecar.created_at) : changedAt,
  })
  if (sidecar?.sha256) await noteReceived(tx, id, { sha256: sidecar.sha256 })
  return toContentItem(await queueTranscription(deps, tx, id))
}

/** For good; the person asked for it. */
export async function removeOrphan({ blobs }: Pick<Deps, 'blobs'>, caller: Caller, id: string) {
  requireMachineAdmin(caller)
  await requireOrphan({ blobs }, id)
  await blobs.removeOrphan(id)
  return { id, deleted: true as const }
}

async function requireOrphan({ blobs }: Pick<Deps, 'blobs'>, id: string): Promise<OrphanFile> {
  const found = await blobs.readOrphan(id)
  if (!found) throw errors.notFound('orphan')
  return found
}
