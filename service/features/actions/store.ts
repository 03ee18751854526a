import { sql as raw, type Insertable, type Selectable, type SqlBool } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { orderedPageOf, pageOf, type Order, type PageRequest } from '../../db/page.ts'
import { within, type Scope } from '../../db/scope.ts'
import type { ActionItems } from '../../db/tables.ts'

export type ActionRow = Selectable<ActionItems>

type Filter = {
  state: 'open' | 'done' | 'overdue' | undefined
  owner: string | undefined
  contentId: string | undefined
  /** As 2026-11-22. */
  today: string
}

export type Listing = { scope: Scope; filter: Filter; sort: 'due' | undefined }

/**
 * The soonest day first; without a day last, and of those, as of one day, the newest first: the
 * digits are turned round, because both parts of an order run one way.
 */
const bySoonest: Order = {
  value: raw`coalesce(translate(action_items.due_on, '0123456789', '9876543210'), '')`,
  type: raw`text`,
  isDescending: true,
}

export function selectActions(sql: Sql, { scope, filter, sort }: Listing, page: PageRequest) {
  const { state, owner, contentId, today } = filter
  let query = sql
    .selectFrom('action_items')
    .selectAll('action_items')
    .where(within('action_items', scope))
    .where('is_listed', '=', true)
  if (state) query = query.where('done_at', state === 'done' ? 'is not' : 'is', null)
  // No day is none that passed.
  if (state === 'overdue') query = query.where('due_on', '<', today)
  if (owner !== undefined) query = query.where(raw<SqlBool>`lower(owner) = lower(${owner})`)
  if (contentId !== undefined) query = query.where('content_id', '=', contentId)
  return sort === 'due' ? orderedPageOf(query, bySoonest, page) : pageOf<ActionRow>(query, page)
}

/** Each name once; which of its spellings does not matter to the filter. */
export async function selectOwners(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('action_items')
    .select(raw<string>`min(owner)`.as('owner'))
    .where('project_id', '=', projectId)
    .where('is_listed', '=', true)
    .where('owner', 'is not', null)
    .groupBy(raw`lower(owner)`)
    .orderBy(raw`lower(owner)`)
    .execute()
  return rows.map(({ owner }) => owner)
}

export const selectAction = (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ActionRow | undefined> =>
  sql
    .selectFrom('action_items')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('is_listed', '=', true)
    .executeTakeFirst()

export const selectActionOf = (
  sql: Sql,
  contentId: string,
  id: string,
): Promise<ActionRow | undefined> =>
  sql
    .selectFrom('action_items')
    .selectAll()
    .where('id', '=', id)
    .where('content_id', '=', contentId)
    .executeTakeFirst()

export const updateTick = (
  sql: Sql,
  id: string,
  tick: Pick<ActionRow, 'done_at' | 'ticked_at'>,
): Promise<ActionRow> =>
  sql
    .updateTable('action_items')
    .set(tick)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Of a task that is there already only what the analysis says of it is replaced. */
export async function upsertAction(
  sql: Sql,
  row: Omit<Insertable<ActionItems>, 'is_listed'>,
): Promise<void> {
  const { text, owner, due, due_on, segment_ids } = row
  const said = { text, owner, due, due_on, segment_ids, is_listed: true }
  await sql
    .insertInto('action_items')
    .values({ ...row, is_listed: true })
    .onConflict((conflict) => conflict.columns(['content_id', 'key']).doUpdateSet(said))
    .execute()
}

export async function unlistOthers(
  sql: Sql,
  contentId: string,
  keys: readonly string[],
): Promise<void> {
  await sql
    .updateTable('action_items')
    .set({ is_listed: false })
    .where('content_id', '=', contentId)
    .where(raw<SqlBool>`key <> ALL(${[...keys]}::text[])`)
    .execute()
}

export async function selectUnread(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom('unread_actions').selectAll().limit(limit).execute()
  return rows.map(({ content_id }) => content_id)
}

export async function deleteUnread(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom('unread_actions').where('content_id', '=', contentId).execute()
}
