import type { Sidecar } from '../../blobs/sidecar.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import { selectSidecarFacts } from './store.ts'

/** What is written beside a recording; null where its item is gone. */
export async function sidecarOf(
  sql: Sql,
  contentId: string,
  /** Where its row does not know it yet. */
  sha256?: string,
): Promise<Sidecar | null> {
  const row = await selectSidecarFacts(sql, contentId)
  if (!row) return null
  return {
    format: 1,
    id: row.id,
    project: { id: row.project_id, name: row.project_name },
    filename: row.filename,
    ...(row.title !== null && { title: row.title }),
    ...(row.recorded_at && { recorded_at: toIso(row.recorded_at) }),
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    sha256: sha256 ?? row.sha256,
    source: row.source,
    created_at: toIso(row.created_at),
  }
}
