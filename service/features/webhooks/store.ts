import { sql as raw } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Webhooks } from '../../db/tables.ts'

export type WebhookRow = Selectable<Webhooks>

/** A restricted key sees the endpoints that lie within its own projects. */
export function selectWebhooks(sql: Sql, caller: Caller, page: PageRequest) {
  const query = sql
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
  if (!caller.projectIds) return pageOf(query, page)
  return pageOf(query.where('project_ids', '<@', textArray(caller.projectIds)), page)
}

const textArray = (values: readonly string[]) => raw<string[]>`${[...values]}::text[]`

export const selectWebhook = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<WebhookRow | undefined> =>
  sql
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The rows, which nobody else changes until the transaction ends. */
export const lockWebhooks = (tx: Sql, ids: readonly string[]): Promise<WebhookRow[]> =>
  // In one order, so that two that lock the same wait for each other; new deliveries refer to them meanwhile.
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', raw<string>`ANY(${[...ids]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyFront(plannedOnce)
    .execute()

/** What attempts change of an endpoint. */
export type HealthRow = Pick<
  WebhookRow,
  | 'id'
  | 'is_active'
  | 'disabled_reason'
  | 'consecutive_failures'
  | 'failing_since'
  | 'last_delivery_at'
  | 'last_success_at'
>

export async function updateHealth(tx: Sql, rows: readonly HealthRow[]): Promise<void> {
  if (rows.length === 0) return
  await raw`
    UPDATE ${plannedOnce} webhooks SET
      is_active = health.is_active,
      disabled_reason = health.disabled_reason,
      consecutive_failures = health.consecutive_failures,
      failing_since = health.failing_since,
      last_delivery_at = health.last_delivery_at,
      last_success_at = health.last_success_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS health (
      id text, is_active boolean, disabled_reason text, consecutive_failures integer,
      failing_since timestamptz, last_delivery_at timestamptz, last_success_at timestamptz
    )
    WHERE webhooks.id = health.id`.execute(tx)
}

/** Of all organizations. */
export const selectActive = (sql: Sql): Promise<WebhookRow[]> =>
  sql.selectFrom('webhooks').selectAll().where('is_active', '=', true).execute()

/** Those that a member made. */
export const selectActiveOf = (
  sql: Sql,
  organizationId: string,
  memberId: string,
): Promise<WebhookRow[]> =>
  sql
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', memberId)
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function countWebhooks(sql: Sql, organizationId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('webhooks')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** The active endpoints that want this event. One limited to projects gets none without a project. */
export function selectSubscribers(
  sql: Sql,
  event: { organization_id: string; project_id: string | null; event: string },
): Promise<WebhookRow[]> {
  const { organization_id: organizationId, project_id: projectId } = event
  return sql
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .where('events', '&&', textArray([event.event, '*']))
    .where((by) =>
      by.or([
        by('project_ids', 'is', null),
        ...(projectId === null ? [] : [by('project_ids', '@>', textArray([projectId]))]),
      ]),
    )
    .modifyFront(plannedOnce)
    .execute()
}

/** The same for one endpoint: one that is limited to projects gets only what is of them. */
export const isInProjects = ({ project_ids: ids }: WebhookRow, projectId: string | null): boolean =>
  ids === null || (projectId !== null && ids.includes(projectId))

export const insertWebhook = (sql: Sql, row: Insertable<Webhooks>): Promise<WebhookRow> =>
  sql.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (
  sql: Sql,
  id: string,
  set: Updateable<Webhooks>,
): Promise<WebhookRow> =>
  sql.updateTable('webhooks').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteWebhook(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('webhooks').where('id', '=', id).execute()
}
