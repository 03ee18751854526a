/**
 * Formats a transcript as lines of data, split between speaker turns into chunks
 * that fit a context.
 */

/** `text` is the model's input; `tokens` is an upper bound of its tokens. */
export type Chunk = { text: string; tokens: number }

/** What stands at the beginning of a line, such as the speaker, and what follows it. */
export type Line = { head: string; text: string }

/** One speaker's turn, and the tokens of each segment. */
export type Turn = { head: string; headTokens: number; parts: Chunk[] }

/** Longer segments are cut, because a chunk must be smaller than any available room. */
const longestPart = 400

/** The line of what somebody said. */
export const spokenLine = ({ speaker, text }: { speaker: string; text: string }): Line => ({
  head: `${asData(speaker)}:`,
  text,
})

/** The turns of a transcript, with tokens counted by the model's tokenizer. */
export function toTurns(lines: readonly Line[], count: (text: string) => number): Turn[] {
  const turns: Turn[] = []
  for (const { head, text } of lines) {
    const parts = cutPart(asData(text), count)
    if (parts.length === 0) continue
    const last = turns.at(-1)
    if (last?.head === head) last.parts.push(...parts)
    else turns.push({ head, headTokens: count(head) + 1, parts })
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

function lineOf({ head, parts }: Turn): string {
  return `${head} ${parts.map(({ text }) => text).join(' ')}`.trimStart()
}

function tokensOfTurn({ headTokens, parts }: Turn): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, headTokens)
}

function splitTurn(turn: Turn, room: number): Turn[] {
  if (tokensOfTurn(turn) <= room) return [turn]
  const turns: Turn[] = []
  let filled = Infinity
  for (const part of turn.parts) {
    if (filled + part.tokens > room) {
      turns.push({ ...turn, parts: [] })
      filled = turn.headTokens
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
