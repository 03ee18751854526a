import { sql as raw, type SqlBool } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import { transcripts, type BundleTable, type BundleType, type TableName } from './tables.ts'

/** Values by their columns: times are `Date`, or texts of a body; JSON is parsed. */
export type Row = Record<string, unknown>

export type ListedRow = {
  id: string
  name: string
  size_bytes: number | null
  is_ready: boolean
  created_at: Date
}

/** Those of an organization that a person made, in the bin too. */
export function selectBundles(
  sql: Sql,
  organizationId: string,
  type: BundleType,
  page: PageRequest,
) {
  const own = raw<SqlBool>`organization_id = ${organizationId}`
  const whole = [
    raw<number | null>`NULL::bigint`.as('size_bytes'),
    raw<boolean>`TRUE`.as('is_ready'),
  ] as const
  switch (type) {
    case 'prompt':
      return pageOf<ListedRow>(
        sql
          .selectFrom('prompts')
          .select(['id', 'name', 'created_at', ...whole])
          .where(own)
          .where('type', '=', 'custom'),
        page,
      )
    case 'project':
      return pageOf<ListedRow>(
        sql
          .selectFrom('projects')
          .select(['id', 'name', 'created_at', ...whole])
          .where(own)
          .where('is_bin', '=', false),
        page,
      )
    case 'content':
      return pageOf<ListedRow>(
        sql
          .selectFrom('content')
          .select(['content.id', 'shown_title as name', 'content.created_at', 'size_bytes'])
          .select(
            raw<boolean>`status IN ('completed', 'failed') AND NOT EXISTS (
              SELECT FROM analysis_runs WHERE content_id = content.id
                AND analysis_runs.status IN ('queued', 'processing'))`.as('is_ready'),
          )
          // What was announced and never sent has nothing that could be brought elsewhere.
          .where('status', '!=', 'uploaded')
          .where(raw<SqlBool>`content.project_id IN (SELECT id FROM projects WHERE ${own})`),
        page,
      )
  }
}

export type Owned = {
  organization_id: string
  /** Null of what lies in no project. */
  project_id: string | null
  status: string | null
  is_custom: boolean
}

/** Where something is, in whatever organization; undefined where nothing has the id. */
export async function selectOwned(
  sql: Sql,
  type: BundleType,
  id: string,
): Promise<Owned | undefined> {
  const { rows } = await {
    prompt: raw<Owned>`
      SELECT organization_id, NULL AS project_id, NULL AS status, type = 'custom' AS is_custom
      FROM prompts WHERE id = ${id}`,
    project: raw<Owned>`
      SELECT organization_id, id AS project_id, NULL AS status, NOT is_bin AS is_custom
      FROM projects WHERE id = ${id}`,
    content: raw<Owned>`
      SELECT organization_id, coalesce(trashed_from, project_id) AS project_id, status, TRUE AS is_custom
      FROM content JOIN projects ON projects.id = project_id WHERE content.id = ${id}`,
  }[type].execute(sql)
  return rows[0]
}

export async function selectRows(sql: Sql, table: BundleTable, id: string): Promise<Row[]> {
  const { name, owner, columns, order, only = raw<SqlBool>`TRUE` } = table
  const { rows } = await raw<Row>`
    SELECT ${raw.join(columns.map((column) => raw.ref(column)))} FROM ${raw.table(name)}
    WHERE ${raw.ref(owner)} = ${id} AND ${only}
    ORDER BY ${raw.join(order.map((column) => raw.ref(column)))}`.execute(sql)
  return rows
}

/** PostgreSQL makes each value what its column is; `fixed` is the same in every row. */
export async function insertRows(
  tx: Tx,
  { name, columns }: BundleTable,
  rows: readonly Row[],
  fixed: Row,
): Promise<void> {
  if (rows.length === 0) return
  const names = [...columns, ...Object.keys(fixed).filter((column) => !columns.includes(column))]
  const all = raw.join(names.map((column) => raw.ref(column)))
  const json = JSON.stringify(rows.map((row) => ({ ...row, ...fixed })))
  await raw`
    INSERT INTO ${raw.table(name)} (${all})
    SELECT ${all} FROM json_populate_recordset(NULL::${raw.table(name)}, ${json}::json)`.execute(tx)
}

/** Those of the ids that something has already, in whatever organization. */
export async function selectTaken(
  tx: Tx,
  table: TableName,
  ids: readonly unknown[],
): Promise<boolean> {
  const { rows } = await raw`
    SELECT FROM ${raw.table(table)} WHERE id = ANY(${[...ids]}::text[]) LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function selectBuiltInPrompts(
  sql: Sql,
  organizationId: string,
): Promise<{ id: string; name: string }[]> {
  return sql
    .selectFrom('prompts')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('type', '=', 'system')
    .execute()
}

/** Which of these prompts are of other organizations. */
export async function selectForeignPrompts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('prompts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('organization_id', '!=', organizationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The voices of a project. */
export async function selectVoiceIds(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('voices')
    .select('id')
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function selectVersions(sql: Sql, contentId: string): Promise<number[]> {
  const rows = await sql
    .selectFrom('transcripts')
    .select('version')
    .where('content_id', '=', contentId)
    .orderBy('version')
    .execute()
  return rows.map(({ version }) => version)
}

export async function selectTranscriptRow(
  sql: Sql,
  contentId: string,
  version: number,
): Promise<Row | undefined> {
  const only = raw<SqlBool>`version = ${version}`
  const [row] = await selectRows(sql, { ...transcripts, only }, contentId)
  return row
}

/** Its file, as it is known; `media_state` says whether it is there. */
export const selectFile = (sql: Sql, contentId: string) =>
  sql
    .selectFrom('content')
    .select(['id', 'content_type', 'size_bytes', 'sha256', 'media_state', 'status'])
    .where('id', '=', contentId)
    .executeTakeFirst()

/** Puts an item that has arrived where it belongs and what it was; false where it moved on. */
export async function settleContent(
  tx: Tx,
  id: string,
  { status, error_code, error_message, trashed_at, updated_at, bin, media_state }: Row,
): Promise<boolean> {
  const { numAffectedRows } = await raw`
    UPDATE content SET status = ${status}, error_code = ${error_code}, error_message = ${error_message},
      updated_at = ${updated_at}, media_state = ${media_state}, trashed_at = ${trashed_at},
      trashed_from = CASE WHEN ${bin}::text IS NULL THEN NULL ELSE project_id END,
      project_id = coalesce(${bin}, project_id)
    WHERE id = ${id} AND status = 'uploaded'`.execute(tx)
  return numAffectedRows === 1n
}
