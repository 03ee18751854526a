/** How much of a text the database reads at once. PGlite does one thing at a time: whoever asks meanwhile waits. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../db/database.ts'

/** Choice: some tenths of a second on a slow machine, for what two hours of talk are. */
export const mostAtOnce = 100_000
/** Choice: a vector holds 1 MB, with each word in two forms; a day of talk has about so many bytes of different words. */
const mostDistinctBytes = 200_000

/**
 * Where a text is read in steps, each is a transaction of its own; `write` rejects where the text has changed since.
 */
export type Steps = {
  sql: Sql
  write: (step: (tx: Sql) => Promise<void>) => Promise<void>
}

/** All in the one transaction of the caller. */
export const inOneStep = (tx: Sql): Steps => ({ sql: tx, write: (step) => step(tx) })

/** The parts of a text, cut between words where it can; each is made ready for the index by `prepare`. */
export async function* chunksOf(
  text: string,
  prepare: (part: string) => string,
): AsyncGenerator<string> {
  const words = new Set<string>()
  let bytes = 0
  for (let from = 0; from < text.length && bytes < mostDistinctBytes;) {
    const end = endOfChunk(text, from)
    let chunk = prepare(text.slice(from, end))
    from = end
    for (const { 0: word, index } of chunk.matchAll(/\S+/g)) {
      if (words.has(word)) continue
      words.add(word)
      bytes += Buffer.byteLength(word)
      if (bytes < mostDistinctBytes) continue
      chunk = chunk.slice(0, index)
      break
    }
    yield chunk
    // What others wait for goes first.
    await nextTurn()
  }
}

const chunkLength = mostAtOnce / 2

function endOfChunk(text: string, from: number): number {
  const end = from + chunkLength
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  if (space > from) return space
  // Not between the halves of a character.
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end
}

/** Groups of items of about so much text. */
export function* groupByLength<Item>(
  items: readonly Item[],
  { most, longest, lengthOf }: { most: number; longest: number; lengthOf: (item: Item) => number },
): Generator<Item[]> {
  let group: Item[] = []
  let length = 0
  for (const item of items) {
    if (group.length > 0 && (group.length >= most || length + lengthOf(item) > longest)) {
      yield group
      group = []
      length = 0
    }
    group.push(item)
    length += lengthOf(item)
  }
  if (group.length > 0) yield group
}
