/** Counts tokens as whisper.cpp does, with the vocabulary inside a ggml weights file. */
import { open } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { BadWeights, readerOf, readHead } from '../ggml/header.ts'

/** The tokens of a weights file, byte for byte. */
export async function readTokens(weights: string): Promise<Set<string>> {
  const file = await open(weights)
  try {
    const { tokens } = await readHead(readerOf(file))
    return new Set(tokens.map((token) => token.toString('latin1')))
  } catch (error) {
    if (!(error instanceof BadWeights)) throw error
    throw new JobError('model_missing', 'The weights are damaged. Install the model again.')
  } finally {
    await file.close()
  }
}

/** whisper.cpp's pieces before it looks for tokens; letters are ASCII, other bytes are marks. */
const pieces = /'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+/g

/** Counts by the longest token that fits, from the front of every piece. */
export function tokenCounter(tokens: ReadonlySet<string>): (text: string) => number {
  return (text) => {
    const bytes = Buffer.from(text, 'utf8').toString('latin1')
    return (bytes.match(pieces) ?? []).reduce((sum, piece) => sum + countIn(piece, tokens), 0)
  }
}

function countIn(piece: string, tokens: ReadonlySet<string>): number {
  let count = 0
  for (let at = 0; at < piece.length;) {
    let end = piece.length
    while (end > at + 1 && !tokens.has(piece.slice(at, end))) end -= 1
    count += 1
    at = end
  }
  return count
}
