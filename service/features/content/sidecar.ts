import type { Sidecar } from '../../blobs/sidecar.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import { selectSidecarFacts } from './store.ts'

/** What lies beside a recording; null for an item that is gone. */
export async function sidecarOf(
  sql: Sql,
  contentId: string,
  sha256?: string,
): Promise<Sidecar | null> {
  const row = await selectSidecarFacts(sql, contentId)
  const hash = sha256 ?? row?.sha256
  if (!row || !hash) return null
  return {
    format: 1,
    id: row.id,
    project: { id: row.project_id, name: row.project_name },
    filename: row.filename,
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    sha256: hash,
    source: row.source,
    created_at: toIso(row.created_at),
  }
}
