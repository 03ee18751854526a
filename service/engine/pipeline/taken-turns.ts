/**
 * Ends a line where the other side takes a turn, so that two tracks read in the order in which they
 * were spoken, also where nobody pauses for the other.
 */
import type { Span } from '../engine.ts'

/** A turn goes on after a shorter pause. */
const turnPauseSeconds = 0.7

/** "Mm-hm", "Yeah, okay": whoever says no more does not take the turn. */
const [backchannelWords, backchannelSeconds] = [2, 1]

/** Whoever falls silent for so long has left the turn to the other. */
const yieldedSeconds = 0.3

/** How far into the other's turn a phrase may go on before its line ends. */
const overhangSeconds = 0.8

/** Where a track's speaker takes the turn: its words without backchannels. */
export function turnsIn(words: readonly Span[]): Span[] {
  const runs: Span[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || word.start - last.end > turnPauseSeconds) {
      runs.push([word])
    } else {
      run.push(word)
    }
  }
  return runs.filter(isTurn).map(spanOf)
}

/** Splits a line where one of the others' `turns` begins in it. */
export function splitAtTurns<W extends Span>(line: W[], turns: readonly Span[]): W[][] {
  const { start, end } = spanOf(line)
  const begun = turns.filter((turn) => turn.start > start && turn.start < end)
  const cuts = new Set(begun.map((turn) => cutAt(line, turn)))
  const borders = [...[...cuts].filter((cut) => cut > 0).toSorted((a, b) => a - b), line.length]
  return borders.map((border, at) => line.slice(borders[at - 1] ?? 0, border))
}

/** Which word is said after the other's turn began, at the clearest pause there; 0 for none. */
function cutAt(line: readonly Span[], { start }: Span): number {
  const pauseBefore = (at: number) => (line[at]?.start ?? 0) - (line[at - 1]?.end ?? Infinity)
  let best = 0
  for (const [at, word] of line.entries()) {
    if (at === 0 || word.start < start) continue
    if (best > 0 && word.start > start + overhangSeconds) break
    if (best === 0 || pauseBefore(at) > pauseBefore(best) + 1e-6) best = at
  }
  const [before, after] = [line.slice(0, best), line.slice(best)]
  const hasYielded = pauseBefore(best) >= yieldedSeconds
  // Who ends a phrase while the other begins, or begins with the other, is not interrupted.
  return hasYielded || (isTurn(before) && isTurn(after)) ? best : 0
}

const isTurn = (words: readonly Span[]): boolean => {
  const { start, end } = spanOf(words)
  return words.length > backchannelWords || end - start >= backchannelSeconds
}

const spanOf = (words: readonly Span[]): Span => ({
  start: words[0]?.start ?? 0,
  end: words.at(-1)?.end ?? 0,
})
