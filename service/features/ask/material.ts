/** What a language model gets to read for a question: all, where that is little, or the best moments and what is around them. */
import type { Sql } from '../../db/database.ts'
import { selectStretches, selectWhole, type Stretch } from './material-store.ts'
import type { Ranked } from './rank.ts'
import type { Retrieved } from './retrieve.ts'
import { selectAbout, type Segment } from './store.ts'

/** How much is read: so many moments with so many turns on each side, or all where it has at most so many words. */
export type Amount = { moments: number; reach: number; wholeWords: number }

type Wanted = { found: Retrieved; amount: Amount }

/** The turns to read, the oldest recording first, each in its order; what was not looked for has score 0. */
export async function gatherMaterial(sql: Sql, wanted: Wanted): Promise<Ranked[]> {
  const { found, amount } = wanted
  const ranked = [...(found.bySimilarity?.ranked ?? []), ...found.byWords]
  const whole = await selectWhole(sql, found.scope, amount.wholeWords)
  const stretches = whole.length > 0 ? whole : stretchesOf(momentsOf(found, amount), amount)
  const segments = await selectStretches(sql, stretches)
  const ids = [...new Set(segments.map(({ content_id: id }) => id))]
  const about = await selectAbout(sql, ids)
  const scores = new Map(ranked.map(({ segment, score }) => [placeOf(segment), score]))
  return segments
    .flatMap((segment) => {
      const facts = about.get(segment.content_id)
      return facts ? [{ segment, about: facts, score: scores.get(placeOf(segment)) ?? 0 }] : []
    })
    .toSorted(inOrder)
}

const placeOf = ({ content_id: id, place }: Segment): string => `${id} ${place}`

const inOrder = (a: Ranked, b: Ranked): number =>
  a.about.took_place.getTime() - b.about.took_place.getTime() ||
  a.segment.content_id.localeCompare(b.segment.content_id) ||
  a.segment.place - b.segment.place

/** The best moments, in turn those by similarity and those by words. */
function momentsOf({ bySimilarity, byWords }: Retrieved, { moments, reach }: Amount): Segment[] {
  const lists = [bySimilarity?.ranked ?? [], byWords]
  const longest = Math.max(...lists.map(({ length }) => length))
  const picked: Segment[] = []
  for (let rank = 0; rank < longest; rank += 1) {
    for (const segment of lists.flatMap((list) => list[rank]?.segment ?? [])) {
      if (picked.length === moments) return picked
      if (!picked.some((other) => isNear(other, segment, reach))) picked.push(segment)
    }
  }
  return picked
}

export const isNear = (a: Segment, b: Segment, reach: number): boolean =>
  a.content_id === b.content_id && Math.abs(a.place - b.place) <= reach

/** The moments with what surrounds them; those that meet become one stretch. */
function stretchesOf(moments: readonly Segment[], { reach }: Amount): Stretch[] {
  const stretches: Stretch[] = []
  const inPlace = moments.toSorted(
    (a, b) => a.content_id.localeCompare(b.content_id) || a.place - b.place,
  )
  for (const { content_id: contentId, place } of inPlace) {
    const last = stretches.at(-1)
    const first = place - reach
    if (last?.contentId === contentId && first <= last.last + 1) last.last = place + reach
    else stretches.push({ contentId, first, last: place + reach })
  }
  return stretches
}
