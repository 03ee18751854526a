import { sql as raw, type SqlBool } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import type { Sql } from '../../db/database.ts'
import { matching, type EventFilter, type EventRow } from './store.ts'

/** How far the stream of an organization has come, and whether the reader's key is still good. */
export async function selectHead(
  sql: Sql,
  { organizationId, keyId }: Pick<Caller, 'organizationId' | 'keyId'>,
  now: Date,
): Promise<{ position: number; isKeyLive: boolean }> {
  const row = await sql
    .selectNoFrom((by) => [
      by
        .selectFrom('events')
        .select((of) => of.fn.max('position').as('position'))
        .where('organization_id', '=', organizationId)
        .as('position'),
      by
        .exists(
          by
            .selectFrom('api_keys')
            .select('id')
            .where('id', '=', keyId)
            .where(raw<SqlBool>`(expires_at IS NULL OR expires_at > ${now})`)
            .unionAll(
              by
                .selectFrom('sessions')
                .select('id')
                .where('id', '=', keyId)
                .where('expires_at', '>', now),
            ),
        )
        .as('is_key_live'),
    ])
    .executeTakeFirstOrThrow()
  return { position: row.position ?? 0, isKeyLive: Boolean(row.is_key_live) }
}

/** The next events behind a position, oldest first. */
export const selectNext = (
  sql: Sql,
  filter: EventFilter,
  range: { after: number; upTo: number; limit: number },
): Promise<EventRow[]> =>
  matching(sql, filter)
    .where('position', '>', range.after)
    .where('position', '<=', range.upTo)
    .orderBy('position')
    .limit(range.limit)
    .execute()

export const selectNewest = (sql: Sql, filter: EventFilter): Promise<EventRow | undefined> =>
  matching(sql, filter).orderBy('position', 'desc').limit(1).executeTakeFirst()

/** Where an event stands or, if it went with its project, stood; undefined where it is not known. */
export async function selectPosition(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<number | undefined> {
  const row = await sql
    .selectFrom('events')
    .select('position')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .unionAll(
      sql
        .selectFrom('removed_events')
        .select('position')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id),
    )
    .executeTakeFirst()
  return row?.position
}
