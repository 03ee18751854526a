/** How far a search looks for a page of its matches. */
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { small, withoutOrder, type Match, type Scoped } from './match-store.ts'
import { selectExtent } from './scope-store.ts'
import {
  countMatches,
  leastScore,
  planBy,
  selectBound,
  selectWithin,
  weighedIn,
  type Hit,
  type SearchPosition,
  type Slice,
} from './store.ts'

/** Choice: how often a query matches is counted in so many of the newest recordings, which are read one by one. */
const sampled = 500
/** Choice: among so many they are cheaper to read than a frequent word's list in the index. */
const read = 10_000
/** Choice: of fewer matches in a sample nothing follows. */
const telling = 5
/** Choice: the order of a phrase's words is looked at in so many recordings for one page, some tenths of a second. */
const mostOrdered = 50_000
/** Choice: where more have its words, a page goes through so many of all recordings, whatever it finds. */
const step = 20_000
/** Choice: through so many times more where most are out of reach. */
const mostShare = 10

export type Page = { hits: Hit[]; next: Omit<SearchPosition, 'languages'> | null }

/**
 * The best `limit` matches after a place. In very many recordings they are looked for among the newest only, until there are
 * enough. A page may have fewer, or none, and yet a next one: older recordings were not looked at.
 */
export async function selectPage(tx: Tx, match: Match, { after, limit }: Slice): Promise<Page> {
  const extent = await selectExtent(tx, match.filter)
  const scoped = { ...match, extent }
  // One more than a page holds tells whether there is a next one.
  const slice = { after, limit: limit + 1 }
  const selectAll = async (): Promise<Page> => {
    await planBy(tx, 'either')
    return pageOf(await selectWithin(tx, scoped, { isBounded: false }, slice), limit)
  }
  if (after ? !after.is_bounded : extent.inReach <= small) return selectAll()
  // As many of the newest of all organizations as are likely to hold so many in reach.
  const share = Math.max(1, extent.whole / Math.max(1, extent.inReach))
  if (after?.is_stepwise) return selectStep(tx, scoped, share, { after, limit })
  if (after) return selectFurther(tx, scoped, share, { after, limit })
  const newest = await selectNewest(tx, scoped, share, slice)
  if (newest) return pageOf(newest, limit)
  return (await isSeldomInOrder(tx, scoped, share))
    ? selectStep(tx, scoped, share, { after, limit })
    : selectAll()
}

/** The first page, from as many of the newest recordings as hold enough matches; undefined where no part does. */
async function selectNewest(
  tx: Tx,
  match: Scoped,
  share: number,
  slice: Slice,
): Promise<Hit[] | undefined> {
  for (let count = sampled; count < match.extent.inReach / 4;) {
    const by = count > read ? 'words' : 'times'
    const since = await selectBound(tx, by, match.filter.createdBefore, count * share)
    if (!since) return undefined
    const hits = await selectWithin(tx, match, { since, isBounded: true }, slice)
    if (hits.some((hit) => hit.oldest_id)) return hits
    const found = hits[0]?.found ?? 0
    if (found < telling) return undefined
    count *= Math.max(2, (weighedIn(match.extent) / found) * 1.5)
  }
  return undefined
}

/**
 * A page after the first. Beyond those that are weighed it goes on from where the one before it ended; in steps, where
 * what follows is next to never said in this order.
 */
async function selectFurther(
  tx: Tx,
  match: Scoped,
  share: number,
  { after, limit }: Slice & { after: SearchPosition },
): Promise<Page> {
  const until = isUnweighed(after) ? new Date(after.created_at) : undefined
  const most = withoutOrder(match.query) === null ? Infinity : step
  for (let count = sampled; count < most; count *= 4) {
    const from = until ?? match.filter.createdBefore
    const bound = await selectBound(tx, 'either', from, count * share)
    const since = earlier(bound, until ? undefined : after.oldest)
    const span = { since, until, isBounded: true }
    const hits = await selectWithin(tx, match, span, { after, limit: limit + 1 })
    if (hits.length > limit || !bound) return pageOf(hits, limit)
  }
  return selectStep(tx, match, share, { after, limit })
}

const earlier = (time: Date | undefined, other: SearchPosition['oldest'] | undefined) =>
  time && other && new Date(other.created_at) < time ? new Date(other.created_at) : time

const isUnweighed = ({ created_at: createdAt, id, oldest }: SearchPosition): boolean =>
  oldest !== null &&
  (createdAt < oldest.created_at || (createdAt === oldest.created_at && id < oldest.id))

/** Whether the words of a phrase, which is next to never said, stand in too many recordings to look at the order in all. */
async function isSeldomInOrder(tx: Tx, match: Scoped, share: number): Promise<boolean> {
  const loose = withoutOrder(match.query)
  if (loose === null) return false
  const since = await selectBound(tx, 'times', match.filter.createdBefore, sampled * share)
  if (!since) return false
  const count = await countMatches(tx, { ...match, query: loose }, { since, isBounded: true })
  return (count / sampled) * match.extent.inReach > mostOrdered
}

/** The matches of the next so many recordings by time, which may be none. */
async function selectStep(
  tx: Tx,
  match: Scoped,
  share: number,
  { after, limit }: Slice,
): Promise<Page> {
  const weighed = after && after.id !== border && !isUnweighed(after) ? after.oldest : null
  const until = after && !weighed ? new Date(after.created_at) : undefined
  const from = until ?? match.filter.createdBefore
  const since = await (weighed
    ? planBy(tx, 'times').then(() => new Date(weighed.created_at))
    : selectBound(tx, 'times', from, step * Math.min(share, mostShare)))
  const span = { since, until, isBounded: true }
  const hits = await selectWithin(tx, match, span, { after, limit: limit + 1 })
  const page = pageOf(hits, limit)
  if (!since) return page
  const end = { created_at: toIso(since), id: border }
  const [first] = hits
  const oldest = after?.oldest ?? (first && oldestOf(first)) ?? end
  const next = page.next ?? { score: leastScore, ...end }
  return { hits: page.hits, next: { ...next, oldest, is_bounded: true, is_stepwise: true } }
}

/** In place of an id: after all recordings of its time that were looked at, and before any older one. */
const border = ''

function pageOf(rows: readonly Hit[], limit: number): Page {
  const hits = rows.slice(0, limit)
  const last = rows.length > limit ? hits.at(-1) : undefined
  return { hits, next: last ? positionOf(last) : null }
}

const positionOf = (hit: Hit): NonNullable<Page['next']> => ({
  score: hit.score,
  created_at: toIso(hit.created_at),
  id: hit.id,
  oldest: oldestOf(hit),
  is_bounded: hit.is_bounded,
})

const oldestOf = ({ oldest_created_at: createdAt, oldest_id: id }: Hit) =>
  createdAt && id !== null ? { created_at: toIso(createdAt), id } : null
