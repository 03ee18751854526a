import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'

export async function sumMinutes(db: Sql, organizationId: string, from: Date): Promise<number> {
  const row = await db
    .selectFrom('transcription_usage')
    .select(sql<number>`coalesce(sum(minutes), 0)`.as('minutes'))
    .where('organization_id', '=', organizationId)
    .where('created_at', '>=', from)
    .executeTakeFirstOrThrow()
  return row.minutes
}

export async function sumBytes(db: Sql, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::double precision`.as('bytes'))
    .where('projects.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.bytes
}

export async function insertMinutes(
  db: Sql,
  usage: { content_id: string; organization_id: string; minutes: number; created_at: Date },
): Promise<void> {
  await db.insertInto('transcription_usage').values(usage).execute()
}

export const selectLimits = (db: Sql, organizationId: string) =>
  db
    .selectFrom('organizations')
    .select(['storage_gb_limit', 'transcription_minutes_limit'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
