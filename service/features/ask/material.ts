/** What a language model gets to read for a question: all, where that is little, or the best moments and what is around them. */
import type { Sql } from '../../db/database.ts'
import type { Spot } from './embedding-store.ts'
import { selectPassages, selectWhole, type Passage } from './material-store.ts'
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
  const passages = whole.length > 0 ? whole : passagesOf(momentsOf(found, amount), amount)
  const segments = await selectPassages(sql, passages)
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

/** The best moments, in turn those by the ranking, by words and by likeness alone. */
function momentsOf(found: Retrieved, { moments, reach }: Amount): Spot[] {
  const { bySimilarity, byWords, similar } = found
  const spotOf = ({ segment }: Ranked): Spot => segment
  const compared = new Set(bySimilarity?.ranked.map(({ segment }) => segment.content_id))
  const lists: readonly Spot[][] = [
    bySimilarity?.ranked.map(spotOf) ?? [],
    byWords.map(spotOf),
    similar.filter(({ content_id: id }) => !compared.has(id)),
  ]
  const longest = Math.max(...lists.map(({ length }) => length))
  const picked: Spot[] = []
  for (let rank = 0; rank < longest; rank += 1) {
    for (const spot of lists.flatMap((list) => list[rank] ?? [])) {
      if (picked.length === moments) return picked
      if (!picked.some((other) => isNear(other, spot, reach))) picked.push(spot)
    }
  }
  return picked
}

export const isNear = (a: Spot, b: Spot, reach: number): boolean =>
  a.content_id === b.content_id && Math.abs(a.place - b.place) <= reach

/** The moments with what surrounds them; those that meet become one passage. */
function passagesOf(moments: readonly Spot[], { reach }: Amount): Passage[] {
  const passages: Passage[] = []
  const inPlace = moments.toSorted(
    (a, b) => a.content_id.localeCompare(b.content_id) || a.place - b.place,
  )
  for (const { content_id: contentId, place } of inPlace) {
    const last = passages.at(-1)
    const first = place - reach
    if (last?.contentId === contentId && first <= last.last + 1) last.last = place + reach
    else passages.push({ contentId, first, last: place + reach })
  }
  return passages
}
