import { splitLines, type Block } from './lines.ts'

/** A piece of text with its time in milliseconds; a sentence or turn ends with the last ones. */
export type Unit = Block & { start: number; end: number; isLast: boolean }

export type Rules = {
  /** Columns of a line. */
  limit: number
  /** Names the speaker in the first cue, or in every one; null where names take no room. */
  label: Block | null
  isLabelledAlways: boolean
  longestMs: number
}

// Prices of a cut: best after a sentence, then at a comma or a pause, worst between two words.
const cuePrice = 1
const clausePrice = 0.3
const wordPrice = 1.2
const hurryPrice = 2
const pauseMs = 400

/** Cuts one speaker's words into cues at the lowest price (shortest path over the words). */
export function cutRun(units: readonly Unit[], rules: Rules): Unit[][] {
  const best: { price: number; from: number }[] = [{ price: 0, from: 0 }]
  for (let to = 1; to <= units.length; to += 1) {
    let found = { price: Infinity, from: to - 1 }
    for (let from = to - 1; from >= 0; from -= 1) {
      if (from < to - 1 && !canShow(units.slice(from, to), from, rules)) break
      const price = (best[from]?.price ?? 0) + priceOf(units, from, to)
      if (price < found.price) found = { price, from }
    }
    best.push(found)
  }
  const parts: Unit[][] = []
  for (let to = units.length; to > 0;) {
    const from = best[to]?.from ?? 0
    parts.push(units.slice(from, to))
    to = from
  }
  return parts.toReversed()
}

function canShow(units: readonly Unit[], from: number, rules: Rules): boolean {
  const { label, isLabelledAlways, longestMs, limit } = rules
  if ((units.at(-1)?.end ?? 0) - (units[0]?.start ?? 0) > longestMs) return false
  const isLabelled = label && (from === 0 || isLabelledAlways)
  return splitLines(isLabelled ? [label, ...units] : units, limit) !== null
}

function priceOf(units: readonly Unit[], from: number, to: number): number {
  const last = units[to - 1]
  const next = units[to]
  if (!last || !next) return cuePrice
  const seconds = (next.start - (units[from]?.start ?? 0)) / 1000
  const hurry = seconds < 1 ? hurryPrice * (1 - seconds) : 0
  return cuePrice + hurry + cutPrice(last, next)
}

function cutPrice(last: Unit, next: Unit): number {
  if (last.isLast || /[.!?…。！？؟।]["'”’»」』)]*$/u.test(last.text)) return 0
  const isClause = /[,;:،؛、，；：–—-]$/u.test(last.text)
  return isClause || next.start - last.end >= pauseMs ? clausePrice : wordPrice
}
