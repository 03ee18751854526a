import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'

/** Transcripts with their indexes, versions and long texts, in bytes. */
export async function transcriptBytes(sql: Sql): Promise<number> {
  const { rows } = await raw<{ bytes: number }>`
    SELECT pg_total_relation_size('transcripts')::double precision AS bytes`.execute(sql)
  return rows[0]?.bytes ?? 0
}

/** All recordings that came whole, in bytes. */
export async function recordingBytes(sql: Sql): Promise<number> {
  const { bytes } = await sql
    .selectFrom('content')
    .select(raw<number>`coalesce(sum(size_bytes), 0)::double precision`.as('bytes'))
    .where('status', '!=', 'uploaded')
    .executeTakeFirstOrThrow()
  return bytes
}

/** The database of a server, in bytes. */
export async function databaseBytes(sql: Sql): Promise<number> {
  const { rows } = await raw<{ bytes: number }>`
    SELECT pg_database_size(current_database())::double precision AS bytes`.execute(sql)
  return rows[0]?.bytes ?? 0
}

export const selectReceivers = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('webhooks')
    .select([
      'id',
      'url',
      'is_active',
      'events',
      'include_result',
      'last_delivery_at',
      'last_success_at',
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .execute()

export const selectServers = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('model_servers')
    .innerJoin('organizations', 'organizations.id', 'model_servers.organization_id')
    .select(['model_servers.id', 'base_url', 'allow_remote'])
    .select(
      raw<boolean>`coalesce(starts_with(language_model, model_servers.id || '/'), FALSE)`.as(
        'is_used',
      ),
    )
    .where('organization_id', '=', organizationId)
    .orderBy('model_servers.created_at', 'desc')
    .execute()

export const selectCalendarHosts = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('calendars')
    .select(['id', 'name', 'host', 'read_at'])
    .where('organization_id', '=', organizationId)
    .where('host', 'is not', null)
    .$narrowType<{ host: string }>()
    .orderBy('created_at', 'desc')
    .execute()

/** Invitations that are open, and when one was last sent by mail. */
export const selectInvited = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('invitations')
    .select([
      raw<number>`(count(*) FILTER (WHERE status = 'pending'))::integer`.as('pending'),
      raw<Date | null>`max(last_sent_at) FILTER (WHERE delivery = 'email')`.as('last_sent_at'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
