/** Checks a chunk of sound that a client sent. */
import { errors } from '../../core/errors.ts'
import { parseWav, sampleRate } from '../../engine/sound/wav.ts'

const longestSeconds = 30

/** The samples of a 16 kHz, mono, 16-bit WAV of at most 30 s. Throws `validation_error`. */
export function readChunk(body: Buffer): Int16Array {
  const wav = parseWav(body)
  if (wav === undefined) throw invalid('Send a WAV file.')
  const { format, data } = wav
  if (format === undefined || data === undefined) throw invalid('The WAV file is cut short.')
  const isPcm = format.codec === 1 && format.bits === 16
  if (!isPcm || format.channels !== 1 || format.sampleRate !== sampleRate) {
    throw invalid('The sound must be 16 kHz, mono, 16-bit PCM.')
  }
  const count = Math.floor(data.length / 2)
  if (count === 0) throw invalid('The WAV file holds no sound.')
  if (count > longestSeconds * sampleRate) {
    throw invalid(`A piece is at most ${longestSeconds} s long.`)
  }
  return Int16Array.from({ length: count }, (_, at) => data.readInt16LE(at * 2))
}

const invalid = (message: string) => errors.invalid('body', 'invalid', message)
