/** A tone of half a second in every container that is accepted: small files to decode and to break. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { kennedyClip, makeWav, sine } from './sound.ts'

const folder = path.join(import.meta.dirname, '../fixtures/tones')

export type Source = { name: string; bytes: Buffer }

/** One of the files of test/fixtures/tones. */
export const readTone = (name: string): Buffer => readFileSync(path.join(folder, name))

/** Each container and width once: the kept files, WAVs and AMR made here, two seconds of speech. */
export function listTones(): Source[] {
  const kept = readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, bytes: readTone(name) }))
  const widths = [8, 16, 24, 32, 'mulaw'] as const
  const waves = widths.map((bits) => ({
    name: `tone-${bits}.wav`,
    bytes: makeWav({ rate: 8000, bits, channels: bits === 16 ? 2 : 1 }, 0.3, sine(440)),
  }))
  const speech = readFileSync(kennedyClip).subarray(0, 20_000)
  return [...kept, ...waves, { name: 'speech.mp3', bytes: speech }, amr()]
}

/** AMR at 12.2 kbit/s: frames whose bits mean nothing, in a container that is right. */
function amr(): Source {
  const frame = Buffer.alloc(32, 0x5a)
  frame[0] = 0x3c
  const frames = Array.from({ length: 25 }, () => frame)
  return { name: 'tone.amr', bytes: Buffer.concat([Buffer.from('#!AMR\n'), ...frames]) }
}
