import type { Segment } from './transcript-file.ts'

/** When any position in a segment's text is spoken, in seconds. */
export type WordClock = { startAt: (place: number) => number; endAt: (place: number) => number }

type Anchor = { place: number; time: number }

/** A match further away than this, in characters, is a different word with the same spelling. */
const reach = 60

/**
 * Locates the timed words in the text. Where the two differ, for example after an edit, times are
 * interpolated by character between the words that match.
 */
export function wordClock({ text, words, start, end }: Segment): WordClock {
  const anchors: Anchor[] = [{ place: 0, time: start }]
  let cursor = 0
  for (const word of words) {
    const spelled = word.text.trim()
    const place = spelled === '' ? -1 : text.indexOf(spelled, cursor)
    if (place < 0 || place - cursor > reach) continue
    cursor = place + spelled.length
    anchors.push({ place, time: word.start }, { place: cursor, time: word.end })
  }
  anchors.push({ place: text.length, time: end })
  return {
    startAt: (place) => {
      const after = anchors.findLastIndex((anchor) => anchor.place <= place)
      return between(anchors[after], anchors[after + 1], place)
    },
    endAt: (place) => {
      const before = anchors.findIndex((anchor) => anchor.place >= place)
      return between(anchors[before], anchors[before - 1], place)
    },
  }
}

function between(near: Anchor | undefined, far: Anchor | undefined, place: number): number {
  if (!near || !far || near.place === place) return near?.time ?? far?.time ?? 0
  const share = (place - near.place) / (far.place - near.place)
  return near.time + share * (far.time - near.time)
}
