/** Counts tokens as whisper.cpp does, with the vocabulary inside a ggml weights file. */
import { open } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'

/** Header, mel filters and vocabulary take 0.6 MB. */
const headBytes = 4 << 20

const magic = 0x67676d6c
const hyperParameters = 11

/** The tokens of a weights file, byte for byte. */
export async function readTokens(weights: string): Promise<Set<string>> {
  const file = await open(weights)
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(head, 0, headBytes, 0)
    return parseTokens(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function parseTokens(head: Buffer): Set<string> {
  try {
    if (head.readUInt32LE(0) !== magic) throw new RangeError('no ggml file')
    let at = 4 + hyperParameters * 4
    // The mel filter bank: rows, columns, and as many floats.
    at += 8 + head.readInt32LE(at) * head.readInt32LE(at + 4) * 4
    const count = head.readInt32LE(at)
    at += 4
    const tokens = new Set<string>()
    for (let token = 0; token < count; token += 1) {
      const length = head.readUInt32LE(at)
      tokens.add(head.toString('latin1', at + 4, at + 4 + length))
      at += 4 + length
    }
    return tokens
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new JobError('model_missing', 'The weights are damaged. Install the model again.')
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
