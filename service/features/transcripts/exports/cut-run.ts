import { splitLines, type Block } from './line-breaks.ts'

/** A chunk of text with times in milliseconds; `isLast` for the last chunk of a segment. */
export type TimedChunk = Block & { start: number; end: number; isLast: boolean }

export type Rules = {
  /** Line width in columns. */
  limit: number
  /** Speaker label of the first cue, or of every cue; null if the text has no labels. */
  label: Block | null
  isLabelledAlways: boolean
  longestMs: number
}

// Costs of a cut: lowest after a sentence, higher at a comma or pause, highest between other words.
const cuePrice = 1
const clausePrice = 0.3
const wordPrice = 1.2
const hurryPrice = 2
const pauseMs = 400

/** Cuts one speaker's words into cues at the lowest total cost (a shortest path over the words). */
export function cutRun(chunks: readonly TimedChunk[], rules: Rules): TimedChunk[][] {
  const best: { price: number; from: number }[] = [{ price: 0, from: 0 }]
  for (let to = 1; to <= chunks.length; to += 1) {
    let found = { price: Infinity, from: to - 1 }
    for (let from = to - 1; from >= 0; from -= 1) {
      if (from < to - 1 && !canShow(chunks.slice(from, to), from, rules)) break
      const price = (best[from]?.price ?? 0) + priceOf(chunks, from, to)
      if (price < found.price) found = { price, from }
    }
    best.push(found)
  }
  const parts: TimedChunk[][] = []
  for (let to = chunks.length; to > 0;) {
    const from = best[to]?.from ?? 0
    parts.push(chunks.slice(from, to))
    to = from
  }
  return parts.toReversed()
}

function canShow(chunks: readonly TimedChunk[], from: number, rules: Rules): boolean {
  const { label, isLabelledAlways, longestMs, limit } = rules
  if ((chunks.at(-1)?.end ?? 0) - (chunks[0]?.start ?? 0) > longestMs) return false
  const isLabelled = label && (from === 0 || isLabelledAlways)
  return splitLines(isLabelled ? [label, ...chunks] : chunks, limit) !== null
}

function priceOf(chunks: readonly TimedChunk[], from: number, to: number): number {
  const last = chunks[to - 1]
  const next = chunks[to]
  if (!last || !next) return cuePrice
  const seconds = (next.start - (chunks[from]?.start ?? 0)) / 1000
  const hurry = seconds < 1 ? hurryPrice * (1 - seconds) : 0
  return cuePrice + hurry + cutPrice(last, next)
}

function cutPrice(last: TimedChunk, next: TimedChunk): number {
  if (last.isLast || /[.!?…。！？؟।]["'”’»」』)]*$/u.test(last.text)) return 0
  const isClause = /[,;:،؛、，；：–—-]$/u.test(last.text)
  return isClause || next.start - last.end >= pauseMs ? clausePrice : wordPrice
}
