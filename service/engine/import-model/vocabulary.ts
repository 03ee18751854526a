/** The word pieces of a model, as bytes, in the order of their numbers. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NotImportable } from './tensors.ts'

/** As GPT-2 writes bytes that are no printable letters: as the letters from U+0100 on. */
const bytesOfLetters = (() => {
  const isPlain = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  const letters = new Map<string, number>()
  let next = 0x100
  for (let byte = 0; byte < 256; byte += 1) {
    letters.set(String.fromCharCode(isPlain(byte) ? byte : next), byte)
    if (!isPlain(byte)) next += 1
  }
  return letters
})()

/** What a model has before its marks such as <|endoftext|>: 50,257 pieces, English alone 50,256. */
const fewest = 50_256
const most = 50_257

/** The word pieces beside the weights: `vocab.json`, `vocabulary.json` or `vocabulary.txt`. */
export async function readVocabulary(folder: string): Promise<readonly Uint8Array[] | null> {
  for (const name of ['vocab.json', 'vocabulary.json', 'vocabulary.txt']) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null)
    if (text === null) continue
    const pieces = name.endsWith('.txt') ? text.split('\n') : toPieces(JSON.parse(text))
    return toBytes(pieces, name)
  }
  return null
}

/** A list, or an object of piece and number. */
function toPieces(content: unknown): string[] {
  if (Array.isArray(content)) return content.map(String)
  const pieces: string[] = []
  for (const [piece, number] of Object.entries(Object(content))) {
    if (Number.isInteger(number) && Number(number) < 2 * most) pieces[Number(number)] = piece
  }
  return Array.from(pieces, (piece) => piece ?? '')
}

function toBytes(pieces: readonly string[], name: string): Uint8Array[] {
  const marks = pieces.findIndex((piece) => /^<\|.*\|>$/.test(piece))
  const words = pieces.slice(0, Math.min(marks < 0 ? most : marks, most))
  if (words.length < fewest) throw new NotImportable(`${name} holds too few word pieces.`)
  return words.map((piece) =>
    Uint8Array.from([...piece], (letter) => bytesOfLetters.get(letter) ?? fail(name)),
  )
}

const fail = (name: string): never => {
  throw new NotImportable(`${name} is not the vocabulary of a Whisper.`)
}
