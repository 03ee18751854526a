import { requireReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { requireTime } from '../../core/iso-time.ts'
import type { Sql } from '../../db/database.ts'
import type { SearchQuery } from './schema.ts'
import type { Filter } from './match-store.ts'
import { selectProjectId } from './store.ts'
import type { Reach } from './speech-store.ts'
import { normalize, readWords, type Words } from './words.ts'

/** A search as it is worked on; `list` stands for all that a cursor may only be used with again. */
export type SearchRequest = {
  words: Words
  filter: Filter
  list: string
  limit: number
  cursor: string | undefined
  hasMoments: boolean
}

/** Throws what `readReach` throws, and validation_error where a time is none. */
export async function readRequest(
  sql: Sql,
  caller: Caller,
  query: SearchQuery,
): Promise<SearchRequest> {
  const filter = {
    ...(await readReach(sql, caller, query.project_id)),
    status: query.status,
    speaker: query.speaker === undefined ? undefined : normalize(query.speaker),
    createdAfter: requireTime('created_after', query.created_after),
    createdBefore: requireTime('created_before', query.created_before),
  }
  const words = readWords(query.q)
  return {
    words,
    filter,
    list: JSON.stringify(['search', words.typed, filter]),
    limit: query.limit,
    cursor: query.cursor,
    hasMoments: query.include === 'moments',
  }
}

/**
 * One project that the caller may see, or all of them; null stands for every one there is. Throws
 * not_found where the organization has no such project, and forbidden where the key may not see it.
 */
export async function readReach(
  sql: Sql,
  caller: Caller,
  projectId: string | undefined,
): Promise<Reach> {
  const { organizationId, projectIds } = caller
  if (projectId === undefined) return { organizationId, projectIds }
  const row = await selectProjectId(sql, organizationId, normalize(projectId))
  if (!row) throw errors.notFound('project')
  requireReach(caller, projectId)
  return { organizationId, projectIds: [projectId] }
}
