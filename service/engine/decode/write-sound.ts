/** Decodes the tracks of a recording and puts them together. */
import { rm } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { levelsFile } from '../sound/levels.ts'
import { openWav, sampleRate, type WavReader } from '../sound/wav.ts'
import type { OpenedTrack, OpenedMedia } from './open-media.ts'
import { createPcmWriter } from './pcm-writer.ts'
import { writeTrack, type TrackResult } from './write-track.ts'

export type SoundJob = {
  file: string
  target: string
  mostSeconds: number
  /** Called with the first sound of each track. */
  onFirstSound: () => void
  onSeconds: (seconds: number) => void
}

/**
 * Writes a recording's sound to `target`. Each of two tracks becomes one channel; more are mixed to
 * one. A track that cannot be decoded or holds no sound is left out as long as another one is heard.
 * Throws what `writeTrack` throws.
 */
export async function writeSound(media: OpenedMedia, job: SoundJob): Promise<TrackResult> {
  const [only, ...others] = media.tracks
  if (only !== undefined && others.length === 0) return writeTrack(media, only, job)
  const sides = await writeSides(media, job)
  try {
    const [first, ...rest] = sides
    // A single one keeps both of its channels.
    if (first !== undefined && rest.length === 0) return await writeTrack(media, first.track, job)
    return await joinSides(sides, job)
  } finally {
    for (const { target } of sides) await removeSound(target)
  }
}

/** Removes a file that was decoded, with its levels. */
export async function removeSound(target: string): Promise<void> {
  await rm(target, { force: true })
  await rm(levelsFile(target), { force: true })
}

type Side = { track: OpenedTrack; target: string; isDamaged: boolean }

/** Decodes each track to a mono file of its own, beside the target. */
async function writeSides(media: OpenedMedia, job: SoundJob): Promise<Side[]> {
  const sides: Side[] = []
  const failures: unknown[] = []
  for (const [at, track] of media.tracks.entries()) {
    const target = `${job.target}.track${at}`
    const onSeconds = (seconds: number): void =>
      job.onSeconds((at * media.facts.durationSeconds + seconds) / media.tracks.length)
    try {
      const written = { ...job, target, onSeconds, isMono: true }
      const { isDamaged, durationSeconds } = await writeTrack(media, track, written)
      if (durationSeconds > 0) sides.push({ track, target, isDamaged })
      else await removeSound(target)
    } catch (error) {
      if (!isOfTrack(error)) throw error
      process.stderr.write(`${String(error)}\n`)
      failures.push(error)
      await removeSound(target)
    }
  }
  if (sides.length === 0)
    throw failures[0] ?? new JobError('no_audio_stream', 'The tracks are empty.')
  return sides
}

/** Whether an error is about one track, so that the others may still be heard. */
export function isOfTrack(error: unknown): boolean {
  if (error instanceof JobError) return error.code !== 'media_too_long'
  // An error of the system, such as a full disk, would meet the other tracks as well.
  return !(error instanceof Error && 'syscall' in error)
}

/** Puts mono files together, a second at a time; the shorter ones end in silence. */
async function joinSides(sides: Side[], { target }: SoundJob): Promise<TrackResult> {
  const readers: WavReader[] = []
  try {
    for (const side of sides) readers.push(await openWav(side.target))
    const writer = await createPcmWriter(target, { sampleRate, channels: readers.length })
    const seconds = Math.max(...readers.map((reader) => reader.seconds))
    for (let start = 0; start < seconds; start += 1) {
      const span = { start, end: Math.min(seconds, start + 1) }
      const frames = Math.round(span.end * sampleRate) - Math.round(start * sampleRate)
      const planes = await Promise.all(
        readers.map(async (reader) => {
          const plane = new Float32Array(frames)
          plane.set((await reader.samples(span)).subarray(0, frames))
          return plane
        }),
      )
      await writer.write(planes)
    }
    const isDamaged = sides.some((side) => side.isDamaged)
    return { ...(await writer.close()), isDamaged }
  } finally {
    for (const reader of readers) await reader.close()
  }
}
