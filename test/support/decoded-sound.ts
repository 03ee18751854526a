/** Decodes bytes as a recording, and tells what a test can measure without words. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import type { MediaFacts } from '../../service/engine/engine.ts'
import { readPcm, type PcmFile } from './sound.ts'

export type DecodedSound = PcmFile & {
  durationSeconds: number
  /** The length that was announced before the file was decoded. */
  statedSeconds: number | undefined
  /** How often it was announced as readable. */
  announced: number
  /** When the first channel first sounds, in seconds. */
  begins: number
}

export async function decodeSound(bytes: Uint8Array): Promise<DecodedSound> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-hear-'))
  const file = path.join(folder, 'recording')
  const target = path.join(folder, 'out.wav')
  const stated: number[] = []
  const options = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onReadable: async (media: MediaFacts): Promise<void> => void stated.push(media.durationSeconds),
  }
  const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
  try {
    await writeFile(file, bytes)
    const { durationSeconds } = await decodeAudio(deps, { path: file, target }, options)
    const pcm = readPcm(target)
    const begins = channelOf(pcm, 0).findIndex((sample) => Math.abs(sample) > 1000) / pcm.rate
    return { ...pcm, durationSeconds, begins, statedSeconds: stated[0], announced: stated.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One channel of decoded sound. */
export const channelOf = ({ samples, channels }: PcmFile, channel: number): Int16Array =>
  samples.filter((_, at) => at % channels === channel)

/** The mono sound between two times, in seconds. */
export const between = ({ samples, rate }: PcmFile, start: number, end: number): PcmFile => ({
  samples: samples.subarray(Math.round(start * rate), Math.round(end * rate)),
  channels: 1,
  rate,
})

export const isSilent = ({ samples }: PcmFile): boolean =>
  samples.every((sample) => Math.abs(sample) < 10)
