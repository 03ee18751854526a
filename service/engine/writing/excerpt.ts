/** The lines that a model reads of a guided recording: all of them, or those that tell most. */
import type { ReadingGuide } from '../engine.ts'
import { spokenLine, tokensOf, toTurns, type Line } from './chunks.ts'

type Choice = { room: number; count: (text: string) => number }

/** The transcript under the titles of its chapters; `chosen` leaves out the other utterances. */
export function linesOf(guide: ReadingGuide, chosen?: ReadonlySet<number>): Line[] {
  const lines: Line[] = []
  let last = -1
  let chapter = -1
  for (const [at, utterance] of guide.utterances.entries()) {
    if (chosen && !chosen.has(at)) continue
    const own = guide.chapters.findLastIndex(({ start }) => start <= at)
    const title = guide.chapters[own]?.title
    if (at > last + 1) lines.push({ head: '', text: '[…]' })
    if (own !== chapter && title) lines.push({ head: '#', text: title })
    lines.push(spokenLine(utterance))
    last = at
    chapter = own
  }
  return lines
}

/**
 * The utterances of an excerpt of at most `room` tokens. The rankings, and the chapters by what belongs in
 * a summary, take turns; what stands beside a choice is read with it.
 */
export function chooseUtterances(guide: ReadingGuide, { room, count }: Choice): Set<number> {
  const costs = guide.utterances.map((one) => {
    // It may stand alone, after what was left out.
    return tokensOf(toTurns([{ head: '', text: '[…]' }, spokenLine(one)], count))
  })
  const titles = guide.chapters.map(({ title }) => ({ head: '#', text: title ?? '' }))
  let left = room - tokensOf(toTurns(titles, count))
  const chosen = new Set<number>()
  for (const at of inTurns([...rankingsByChapter(guide), ...guide.rankings])) {
    for (const place of [at, at - 1, at + 1]) {
      const cost = costs[place]
      if (cost === undefined || cost > left || chosen.has(place)) continue
      chosen.add(place)
      left -= cost
    }
  }
  return chosen
}

function rankingsByChapter({ chapters, rankings: [summary = []] }: ReadingGuide): number[][] {
  return chapters.map(({ start }, at) => {
    const end = chapters[at + 1]?.start ?? Infinity
    return summary.filter((place) => place >= start && place < end)
  })
}

function* inTurns(rankings: readonly (readonly number[])[]): Generator<number> {
  const longest = Math.max(0, ...rankings.map(({ length }) => length))
  for (let rank = 0; rank < longest; rank += 1) {
    for (const ranking of rankings) {
      const place = ranking[rank]
      if (place !== undefined) yield place
    }
  }
}
