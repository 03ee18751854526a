// Finds silence that can be skipped without losing any content.

export type Span = { start: number; end: number }
type Spoken = { words: readonly Span[] }

/** How much silence to keep on either side, so no word is clipped. */
const marginSeconds = 0.3

/** A shorter jump sounds like a glitch and saves no time. */
const leastSeconds = 0.7

/**
 * Spans with neither sound nor words, with a margin, in order.
 * @param quiet spans without sound, in order
 */
export function silencesOf(quiet: readonly Span[], segments: readonly Spoken[]): Span[] {
  const words = segments.flatMap((segment) => segment.words)
  words.sort((a, b) => a.start - b.start)
  const silences: Span[] = []
  let at = 0
  for (const { start, end } of quiet) {
    while (at > 0 && (words[at - 1]?.end ?? 0) > start) at -= 1
    let from = start
    for (; (words[at]?.start ?? Infinity) < end; at += 1) {
      const word = words[at]
      if (!word || word.end <= from) continue
      add(silences, from, word.start)
      from = Math.max(from, word.end)
    }
    add(silences, from, end)
  }
  return silences
}

function add(silences: Span[], from: number, to: number): void {
  const [start, end] = [from + marginSeconds, to - marginSeconds]
  if (end - start >= leastSeconds) silences.push({ start, end })
}

/** The silence around a moment. */
export function silenceAt(silences: readonly Span[], seconds: number): Span | undefined {
  let low = 0
  let high = silences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((silences[middle]?.start ?? Infinity) <= seconds) low = middle + 1
    else high = middle
  }
  const silence = silences[low - 1]
  return silence && seconds < silence.end ? silence : undefined
}
