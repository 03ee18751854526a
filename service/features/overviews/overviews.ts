import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { cutText } from '../../engine/cut-text.ts'
import { requireIds } from '../content/list.ts'
import type { Overview, Overviews, OverviewsQuery } from './schema.ts'
import { selectOverviews, type OverviewRow } from './store.ts'

/** What recordings are about and who spoke, for lists of them; of all projects that the key sees. */
export async function listOverviews(
  { db }: Pick<Deps, 'db'>,
  { organizationId, projectIds }: Caller,
  { ids }: OverviewsQuery,
): Promise<Overviews> {
  const rows = await selectOverviews(db.sql, { organizationId, projectIds }, requireIds(ids))
  return { overviews: rows.map(toOverview) }
}

/** Choice: nobody reads more than that of one recording in a list. */
const mostCharacters = 240

const toOverview = ({ id, summary, speakers, open_actions }: OverviewRow): Overview => ({
  content_id: id,
  gist: summary && (cutText(summary.replaceAll(/\s+/gu, ' ').trim(), mostCharacters) || null),
  speakers: speakers ?? [],
  open_actions,
})
