import type { Insertable, Updateable } from 'kysely'
import { sql as raw, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ContentOrder } from '../../client/content-orders.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import { orderedPageOf, pageOf, type Order, type PageRequest } from '../../db/page.ts'
import { within, type Scope } from '../../db/scope.ts'
import type { Content, ContentStatus, MediaState, Tables } from '../../db/tables.ts'
import type { ContentRow } from './content-item.ts'

const selectFields = (sql: Sql) =>
  sql
    .selectFrom('content')
    .selectAll('content')
    .select((by) => [
      // As a value: the planner answers an EXISTS for a page of recordings from the transcripts of all.
      by.fn
        .coalesce(
          by
            .selectFrom('transcripts')
            .whereRef('transcripts.content_id', '=', 'content.id')
            .select(raw<boolean>`TRUE`.as('is_there'))
            .limit(1),
          raw<boolean>`FALSE`,
        )
        .as('has_transcript'),
      by
        .selectFrom('analyses')
        .whereRef('analyses.content_id', '=', 'content.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('analysis_count'),
    ])

export const selectContent = (sql: Sql, id: string): Promise<ContentRow | undefined> =>
  contentById(sql, { id })

const contentById = compiledOnce((sql, { id }: { id: string }) =>
  selectFields(sql).where('id', '=', id),
)

export async function selectOrganizationId(sql: Sql, contentId: string): Promise<string> {
  const row = await sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select('projects.organization_id')
    .where('content.id', '=', contentId)
    .modifyFront(plannedOnce)
    .executeTakeFirstOrThrow()
  return row.organization_id
}

/** All of them, or those of a project with what was put into the bin from it. */
export async function selectContentIds(sql: Sql, projectId?: string): Promise<string[]> {
  const query = sql.selectFrom('content').select('id')
  const rows = await (
    projectId
      ? query.where((by) =>
          by.or([by('project_id', '=', projectId), by('trashed_from', '=', projectId)]),
        )
      : query
  ).execute()
  return rows.map(({ id }) => id)
}

/** Those of `ids` that there are. */
export async function selectContentIdsAmong(sql: Sql, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await sql.selectFrom('content').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export const selectSidecarFacts = (sql: Sql, id: string) =>
  sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .selectAll('content')
    .select('projects.name as project_name')
    .where('content.id', '=', id)
    .executeTakeFirst()

export async function reindexContent(sql: Sql): Promise<void> {
  await raw`REINDEX TABLE content`.execute(sql)
}

export async function insertContent(sql: Sql, row: Insertable<Content>): Promise<void> {
  await sql.insertInto('content').values(row).execute()
}

export async function updateFields(sql: Sql, id: string, set: Updateable<Content>): Promise<void> {
  await sql.updateTable('content').set(set).where('id', '=', id).execute()
}

export const updateMediaState = (
  sql: Sql,
  id: string,
  state: MediaState,
  at: Date,
): Promise<void> => updateFields(sql, id, { media_state: state, media_checked_at: at })

/** Recordings whose bytes were last compared before `time`, longest ago first. */
export function selectUnchecked(
  sql: Sql,
  time: Date,
  limit: number,
): Promise<{ id: string; organization_id: string }[]> {
  const last = raw<Date>`coalesce(content.media_checked_at, content.created_at)`
  return sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select(['content.id', 'organization_id'])
    .where('content.status', '!=', 'uploaded')
    .where(last, '<', time)
    .orderBy(last)
    .limit(limit)
    .execute()
}

/** Changes an item that is still in `from`; false where it is gone or has moved on. */
export async function updateContent(
  sql: Sql,
  id: string,
  from: readonly ContentStatus[],
  set: Updateable<Content>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('content')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sessions, transcripts, analyses and the search document go with it (on delete cascade). */
export async function deleteContents(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql
      .deleteFrom('content')
      .where('id', 'in', [...ids])
      .execute()
}

// Reads lists of items: what they are narrowed to and sorted by.

export type ContentFilter = {
  status: ContentStatus | undefined
  created_after: Date | undefined
  created_before: Date | undefined
  q: string | undefined
  ids: readonly string[] | undefined
}

export type Listing = { scope: Scope; filter: ContentFilter; sort: ContentOrder | undefined }

export function selectContents(sql: Sql, { scope, filter, sort }: Listing, page: PageRequest) {
  const query = narrow(selectFields(sql), scope, filter)
  const order = sort && orders[sort]
  return order ? orderedPageOf(query, order, page) : pageOf(query, page)
}

/** The ids alone, in order; the first `limit`. */
export async function selectOrderedIds(
  sql: Sql,
  { scope, filter, sort }: Listing,
  limit: number,
): Promise<string[]> {
  const { value, isDescending } = orders[sort ?? 'newest'] ?? newest
  const direction = isDescending ? 'desc' : 'asc'
  const rows = await narrow(sql.selectFrom('content').select('content.id'), scope, filter)
    .orderBy(value, direction)
    .orderBy('content.id', direction)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const newest: Order = {
  value: raw.ref('content.created_at'),
  type: raw`timestamptz`,
  isDescending: true,
}
const name = { value: raw.ref('content.name_order'), type: raw`text` }
const size = { value: raw.ref('content.size_bytes'), type: raw`bigint` }
const length = raw.ref('content.duration_seconds')
const number = raw`double precision`

/** Undefined is the usual order, which `pageOf` gives. Lengths not known yet are last both ways. */
const orders: Readonly<Record<ContentOrder, Order | undefined>> = {
  newest: undefined,
  oldest: { ...newest, isDescending: false },
  name: { ...name, isDescending: false },
  name_reversed: { ...name, isDescending: true },
  longest: { value: raw`coalesce(${length}, -1)`, type: number, isDescending: true },
  shortest: { value: raw`coalesce(${length}, 'Infinity')`, type: number, isDescending: false },
  largest: { ...size, isDescending: true },
  smallest: { ...size, isDescending: false },
}

function narrow<O>(
  query: SelectQueryBuilder<Tables, 'content', O>,
  scope: Scope,
  { status, created_after: after, created_before: before, q, ids }: ContentFilter,
): SelectQueryBuilder<Tables, 'content', O> {
  const parts: RawBuilder<SqlBool>[] = [within('content', scope)]
  if (status) parts.push(raw`content.status = ${status}`)
  if (after) parts.push(raw`content.created_at > ${after}`)
  if (before) parts.push(raw`content.created_at < ${before}`)
  // Not LIKE: nothing in what somebody looks for is a pattern.
  if (q) parts.push(raw`strpos(content.plain_name, plain_name(${q})) > 0`)
  if (ids) parts.push(raw`content.id = ANY(${[...ids]}::text[])`)
  return query.where(raw<SqlBool>`${raw.join(parts, raw` AND `)}`)
}
