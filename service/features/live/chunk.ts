/** Reads a chunk of sound that a client sent: only what its header says it is, and no more. */
import { errors } from '../../core/errors.ts'

const rate = 16_000
const longestSeconds = 30
const formatBytes = 16

/** The samples of a 16 kHz, mono, 16-bit WAV of at most 30 s. Throws `validation_error`. */
export function readChunk(body: Buffer): Int16Array {
  const isWav =
    body.length >= 12 &&
    body.toString('latin1', 0, 4) === 'RIFF' &&
    body.toString('latin1', 8, 12) === 'WAVE'
  if (!isWav) throw wrong('Send a WAV file.')
  const format = findChunk(body, 'fmt ')
  const data = findChunk(body, 'data')
  if (format === undefined || data === undefined || format.length < formatBytes) {
    throw wrong('The WAV file is cut short.')
  }
  const [codec, channels, bits] = [0, 2, 14].map((at) => format.readUInt16LE(at))
  if (codec !== 1 || channels !== 1 || bits !== 16 || format.readUInt32LE(4) !== rate) {
    throw wrong('The sound must be 16 kHz, mono, 16-bit PCM.')
  }
  const count = Math.floor(data.length / 2)
  if (count === 0) throw wrong('The WAV file holds no sound.')
  if (count > longestSeconds * rate) throw wrong(`A piece is at most ${longestSeconds} s long.`)
  return Int16Array.from({ length: count }, (_, at) => data.readInt16LE(at * 2))
}

const wrong = (message: string) => errors.invalid('body', 'invalid', message)

/** The content of the first chunk of this name, as much of it as is there. */
function findChunk(body: Buffer, name: string): Buffer | undefined {
  for (let at = 12; at + 8 <= body.length;) {
    const length = body.readUInt32LE(at + 4)
    if (body.toString('latin1', at, at + 4) === name) {
      return body.subarray(at + 8, at + 8 + length)
    }
    // Chunks begin at even places.
    at += 8 + length + (length % 2)
  }
  return undefined
}
