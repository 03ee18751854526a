/**
 * Formats a transcript as lines of data, split between speaker turns into chunks
 * that fit a context.
 */
import type { WriterSegment } from '../engine.ts'

/** `text` is the model's input; `tokens` is an upper bound of its tokens. */
export type Chunk = { text: string; tokens: number }

/** One speaker's turn, and the tokens of each segment. */
export type Turn = { speaker: string; speakerTokens: number; parts: Chunk[] }

/** Longer segments are cut, because a chunk must be smaller than any available room. */
const longestPart = 400

/** The turns of a transcript, with tokens counted by the model's tokenizer. */
export function toTurns(
  segments: readonly WriterSegment[],
  count: (text: string) => number,
): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const speaker = asData(segment.speaker)
    const parts = cutPart(asData(segment.text), count)
    if (parts.length === 0) continue
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.parts.push(...parts)
    else turns.push({ speaker, speakerTokens: count(`${speaker}:`) + 1, parts })
  }
  return turns
}

/** Total tokens of the turns in one chunk. */
export function tokensOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + tokensOfTurn(turn), 0)
}

/**
 * Splits turns into chunks of at most `room` tokens and about equal size. Cuts fall between turns;
 * only a turn longer than a chunk is cut inside, between its segments.
 */
export function toChunks(turns: readonly Turn[], room: number): Chunk[] {
  const total = tokensOf(turns)
  const wanted = total / Math.max(1, Math.ceil(total / room))
  const chunks: Turn[][] = [[]]
  let filled = 0
  for (const turn of turns.flatMap((one) => splitTurn(one, room))) {
    const tokens = tokensOfTurn(turn)
    if (filled > 0 && (filled >= wanted || filled + tokens > room)) {
      chunks.push([])
      filled = 0
    }
    chunks.at(-1)?.push(turn)
    filled += tokens
  }
  return chunks.map((part) => ({ text: part.map(lineOf).join('\n'), tokens: tokensOf(part) }))
}

/** Escapes spoken text so that it cannot look like the end of the data or like another line. */
export function asData(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/<\s*\/?\s*(transcript|notes)\s*\/?\s*>/giu, '($1)')
    .trim()
}

function lineOf({ speaker, parts }: Turn): string {
  return `${speaker}: ${parts.map(({ text }) => text).join(' ')}`
}

function tokensOfTurn({ speakerTokens, parts }: Turn): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, speakerTokens)
}

function splitTurn(turn: Turn, room: number): Turn[] {
  if (tokensOfTurn(turn) <= room) return [turn]
  const turns: Turn[] = []
  let filled = Infinity
  for (const part of turn.parts) {
    if (filled + part.tokens > room) {
      turns.push({ ...turn, parts: [] })
      filled = turn.speakerTokens
    }
    turns.at(-1)?.parts.push(part)
    filled += part.tokens
  }
  return turns
}

function cutPart(text: string, count: (text: string) => number): Chunk[] {
  if (text === '') return []
  // One more for the space or line break that joins it to the next.
  const tokens = count(text) + 1
  if (tokens <= longestPart) return [{ text, tokens }]
  const middle = text.lastIndexOf(' ', text.length / 2)
  const at = middle > 0 ? middle : middleCharacter(text)
  // A single character may take several tokens, but never this many.
  if (at === 0) return [{ text, tokens }]
  return [text.slice(0, at), text.slice(at)].flatMap((half) => cutPart(half.trim(), count))
}

/** The middle of the text, but never inside a surrogate pair. */
function middleCharacter(text: string): number {
  const at = Math.floor(text.length / 2)
  return /[\uDC00-\uDFFF]/u.test(text.charAt(at)) ? at - 1 : at
}
