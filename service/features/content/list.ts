import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { requireTime } from '../../core/iso-time.ts'
import type { Scope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { requireProject } from '../projects/projects.ts'
import { toContentItem } from './content-item.ts'
import type { ContentIds, ContentIdsQuery, ContentQuery } from './schema.ts'
import { selectContents, selectOrderedIds, type ContentFilter, type Listing } from './store.ts'

type ListDeps = Pick<Deps, 'db' | 'keys'>

export async function listContent(
  deps: ListDeps,
  caller: Caller,
  projectId: string,
  query: ContentQuery,
) {
  await requireProject(deps.db.sql, caller, projectId)
  return readPage(deps, { projectId }, query)
}

/** Of all projects that the key sees. */
export const listAllContent = (
  deps: ListDeps,
  { organizationId, projectIds }: Caller,
  query: ContentQuery,
) => readPage(deps, { organizationId, projectIds }, query)

async function readPage({ db, keys }: ListDeps, scope: Scope, query: ContentQuery) {
  const listing = toListing(
    scope,
    query,
    query.ids === undefined ? undefined : requireIds(query.ids),
  )
  const { items, nextCursor } = await selectContents(db.sql, listing, {
    limit: query.limit,
    cursor: query.cursor,
    filters: { ...scope, ...listing.filter, sort: listing.sort },
    key: keys.cursor,
  })
  return { items: items.map(toContentItem), nextCursor }
}

const mostIds = 100_000

/** The whole list as ids, so that a reader can show it as one and fetch what is looked at. */
export async function listContentIds(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
  query: ContentIdsQuery,
): Promise<ContentIds> {
  await requireProject(db.sql, caller, projectId)
  const listing = toListing({ projectId }, query, undefined)
  const ids = await selectOrderedIds(db.sql, listing, mostIds + 1)
  return { ids: ids.slice(0, mostIds), is_complete: ids.length <= mostIds }
}

function toListing(scope: Scope, query: ContentIdsQuery, ids: ContentFilter['ids']): Listing {
  const filter = {
    status: query.status,
    created_after: requireTime('created_after', query.created_after),
    created_before: requireTime('created_before', query.created_before),
    q: query.q === '' ? undefined : query.q,
    ids,
  }
  // The usual order is the same list whether it is asked for by name or not.
  return { scope, filter, sort: query.sort === 'newest' ? undefined : query.sort }
}

const mostAtOnce = 100

/** A comma list; throws where it names too many. */
export function requireIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim())
  if (ids.length <= mostAtOnce) return ids
  throw errors.invalid('ids', 'too_many', `ids takes at most ${mostAtOnce} ids.`)
}
