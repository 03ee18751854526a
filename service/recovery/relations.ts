import { sql } from 'kysely'
import type { Sidecar } from '../blobs/sidecar.ts'
import type { Tx } from '../db/database.ts'

/** The project of recordings of which nothing tells another. */
const unnamed = 'Recovered recordings'

/**
 * Makes entries again that were lost of what is left: of recordings that still have a transcript, and of projects that
 * still have recordings.
 */
export async function remakeEntries(tx: Tx, sidecars: readonly Sidecar[]): Promise<void> {
  const known = sidecars.map(({ project, ...one }) => ({
    ...one,
    project_id: project.id,
    project_name: project.name,
  }))
  const sidecar = sql`jsonb_to_recordset(${JSON.stringify(known)}::jsonb) AS sidecar (id text, project_id text,
    project_name text, filename text, content_type text, size_bytes bigint, sha256 text, source text, created_at timestamptz)`
  // What counts the recordings of a project would not find it.
  await sql`SET LOCAL session_replication_role = replica`.execute(tx)
  await sql`
    INSERT INTO content (id, project_id, filename, content_type, size_bytes, sha256, source, status, created_at, updated_at)
    SELECT id, project_id, filename, content_type, size_bytes, sha256, source, 'completed', created_at, now()
    FROM ${sidecar}
    WHERE id IN (SELECT content_id FROM transcripts) AND id NOT IN (SELECT id FROM content)`.execute(
    tx,
  )
  await sql`
    INSERT INTO projects (id, organization_id, name, slug, created_at, updated_at)
    SELECT content.project_id, (SELECT id FROM organizations), coalesce(max(sidecar.project_name), ${unnamed}),
      replace(lower(content.project_id), '_', '-'), min(content.created_at), now()
    FROM content LEFT JOIN ${sidecar} USING (id, project_id)
    WHERE content.project_id NOT IN (SELECT id FROM projects)
    GROUP BY content.project_id`.execute(tx)
  await sql`SET LOCAL session_replication_role = origin`.execute(tx)
}

type ForeignKey = {
  child: string
  parent: string
  columns: string[]
  keys: string[]
  /** As pg_constraint writes it: n sets null. */
  on_delete: string
}

/** Removes rows whose parent is gone, and what hangs on them, as the parent's deletion would have. The organization is there. */
export async function dropStrays(tx: Tx): Promise<void> {
  const { rows: foreignKeys } = await sql<ForeignKey>`
    SELECT child.relname AS child, parent.relname AS parent, confdeltype AS on_delete,
      (SELECT array_agg(attname::text ORDER BY at) FROM unnest(conkey) WITH ORDINALITY AS each (number, at)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns,
      (SELECT array_agg(attname::text ORDER BY at) FROM unnest(confkey) WITH ORDINALITY AS each (number, at)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS keys
    FROM pg_constraint
    JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND parent.relname <> 'organizations'`.execute(tx)
  for (const { child, parent, columns, keys, on_delete } of foreignKeys) {
    const own = columns.map((column) => sql.ref(`stray.${column}`))
    const theirs = keys.map((key) => sql.ref(`parent.${key}`))
    const isStray = sql`num_nulls(${sql.join(own)}) = 0 AND NOT EXISTS (
      SELECT FROM ${sql.table(parent)} AS parent WHERE (${sql.join(theirs)}) = (${sql.join(own)}))`
    const nulls = columns.map((column) => sql`${sql.ref(column)} = NULL`)
    const table = sql`${sql.table(child)} AS stray`
    // What hangs on these rows goes with them: their own foreign keys say so.
    await (
      on_delete === 'n'
        ? sql`UPDATE ${table} SET ${sql.join(nulls)} WHERE ${isStray}`
        : sql`DELETE FROM ${table} WHERE ${isStray}`
    ).execute(tx)
  }
}

/** What triggers keep, which did not see rows go. */
export async function recountProjects(tx: Tx): Promise<void> {
  await sql`UPDATE projects SET content_count =
    (SELECT count(*) FROM content WHERE project_id = projects.id)`.execute(tx)
}
