import { sql as raw } from 'kysely'
import { newId } from '../../core/ids.ts'
import type { Sql, Tx } from '../../db/database.ts'

export type TrashRow = {
  id: string
  type: 'content' | 'project' | 'prompt'
  name: string
  project_id: string | null
  project_name: string | null
  trashed_at: Date
}

/** What is in the bin and within reach; `projectIds` null means every project, and prompts. */
export type Within = { organizationId: string; projectIds: readonly string[] | null }
export type Position = { at: Date; id: string }

/** Put there last first, after a position. */
export async function selectTrash(
  sql: Sql,
  { organizationId, projectIds }: Within,
  { after, limit }: { after: Position | null; limit: number },
): Promise<TrashRow[]> {
  const reach = projectIds ? [...projectIds] : null
  const { rows } = await raw<TrashRow>`
    SELECT * FROM (
      SELECT content.id, 'content' AS type, shown_title AS name,
        origin.id AS project_id, origin.name AS project_name, content.trashed_at
      FROM content
      JOIN projects bin ON bin.id = content.project_id
      LEFT JOIN projects origin ON origin.id = content.trashed_from
      WHERE content.trashed_at IS NOT NULL AND bin.organization_id = ${organizationId}
      UNION ALL
      SELECT id, 'project', name, id, NULL, trashed_at FROM projects
      WHERE trashed_at IS NOT NULL AND organization_id = ${organizationId}
      UNION ALL
      SELECT id, 'prompt', name, NULL, NULL, trashed_at FROM prompts
      WHERE trashed_at IS NOT NULL AND organization_id = ${organizationId}
    ) trashed
    WHERE (${reach}::text[] IS NULL OR project_id = ANY(${reach}::text[]))
      AND (${after?.id ?? null}::text IS NULL
        OR (trashed_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::text))
    ORDER BY trashed_at DESC, id DESC LIMIT ${limit}::integer`.execute(sql)
  return rows
}

/** Of all organizations, what came into the bin before a time. */
export async function selectExpired(
  sql: Sql,
  time: Date,
): Promise<(Pick<TrashRow, 'id' | 'type'> & { organization_id: string })[]> {
  const { rows } = await raw<Pick<TrashRow, 'id' | 'type'> & { organization_id: string }>`
    SELECT content.id, 'content' AS type, organization_id FROM content
    JOIN projects ON projects.id = content.project_id WHERE content.trashed_at < ${time}
    UNION ALL
    SELECT id, 'project', organization_id FROM projects WHERE trashed_at < ${time}
    UNION ALL
    SELECT id, 'prompt', organization_id FROM prompts WHERE trashed_at < ${time}`.execute(sql)
  return rows
}

/** The project in which an organization's recordings lie in the bin; made with the first. */
export async function findOrAddBin(tx: Tx, organizationId: string, now: Date): Promise<string> {
  const found = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_bin', '=', true)
    .executeTakeFirst()
  if (found) return found.id
  const id = newId('proj')
  await tx
    .insertInto('projects')
    .values({
      id,
      organization_id: organizationId,
      name: 'Bin',
      slug: '.bin', // no slug of a person begins so
      is_bin: true,
      auto_analyze: false,
      vocabulary: '[]',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export async function isTrashedContent(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const found = await sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select('content.id')
    .where('content.id', '=', id)
    .where('content.trashed_at', 'is not', null)
    .where('projects.organization_id', '=', organizationId)
    .executeTakeFirst()
  return found !== undefined
}

export const selectTrashedProject = (sql: Sql, organizationId: string, id: string) =>
  sql
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .executeTakeFirst()

export const selectTrashedPrompt = (sql: Sql, organizationId: string, id: string) =>
  sql
    .selectFrom('prompts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('trashed_at', 'is not', null)
    .executeTakeFirst()

/** The recordings of a project that are being transcribed. */
export async function selectProcessing(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('content')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'processing')
    .execute()
  return rows.map(({ id }) => id)
}

export async function setTrashed(
  sql: Sql,
  table: 'projects' | 'prompts',
  id: string,
  at: Date | null,
): Promise<void> {
  await sql.updateTable(table).set({ trashed_at: at }).where('id', '=', id).execute()
}
