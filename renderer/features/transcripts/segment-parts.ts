export type Part = { text: string; word: number | null; isMatch: boolean }
export type Range = { from: number; to: number }
type Spoken = { text: string; words: readonly { text: string }[] }

/** The range of each word within the segment's text; null for a word missing from the text. */
export function wordRanges({ text, words }: Spoken): (Range | null)[] {
  const lower = text.toLowerCase()
  let at = 0
  return words.map((word) => {
    const spelled = word.text.trim().toLowerCase()
    const from = spelled ? lower.indexOf(spelled, at) : -1
    if (from < 0) return null
    at = from + spelled.length
    return { from, to: at }
  })
}

/**
 * The word before which a caret would split a segment: the one it is in or in front of. Null if
 * either side would be empty.
 */
export function cutAt(segment: Spoken, caret: number): { word: number; text: string } | null {
  const ranges = wordRanges(segment)
  const word = ranges.findIndex((range) => range !== null && caret < range.to)
  const range = ranges[word]
  // The first word may be missing from the text; what matters is that some text comes before.
  if (!range || word === 0 || segment.text.slice(0, range.from).trim() === '') return null
  return { word, text: segment.text.slice(range.from, range.to) }
}

/** The ranges that match the searched words, ignoring case. */
export function findRanges(text: string, wanted: string): Range[] {
  const needle = wanted.trim().toLowerCase()
  if (!needle) return []
  const lower = text.toLowerCase()
  const found: Range[] = []
  for (let from = lower.indexOf(needle); from >= 0; from = lower.indexOf(needle, from + 1)) {
    const before = found.at(-1)
    if (!before || from >= before.to) found.push({ from, to: from + needle.length })
  }
  return found
}

/** Splits a segment's text at words and matches, in order and without loss. */
export function segmentParts(segment: Spoken, matches: Range[]): Part[] {
  const words = wordRanges(segment)
  const cuts = new Set([0, segment.text.length])
  for (const range of [...words, ...matches]) {
    if (range) cuts.add(range.from).add(range.to)
  }
  const edges = [...cuts].toSorted((a, b) => a - b)
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0
    const word = words.findIndex((range) => range && range.from <= from && to <= range.to)
    return {
      text: segment.text.slice(from, to),
      word: word < 0 ? null : word,
      isMatch: matches.some((range) => range.from <= from && to <= range.to),
    }
  })
}

/** Index of the last item that starts at or before a time in seconds, or -1; sorted by start. */
export function indexAt(items: readonly { start: number }[], seconds: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? Infinity) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
