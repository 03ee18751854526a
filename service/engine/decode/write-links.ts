/** Decodes the links of a chained file one after the other. */
import { openWav, sampleRate } from '../sound/wav.ts'
import type { OpenedMedia } from './open-media.ts'
import { createPcmWriter, type PcmWriter } from './pcm-writer.ts'
import { isOfTrack, removeSound, writeSound, type SoundJob } from './write-sound.ts'
import type { TrackResult } from './write-track.ts'

type Link = TrackResult & { target: string }

/**
 * Writes the sound of all links to `target`. One that cannot be decoded is left out as long as
 * another one is heard. Throws what `writeTrack` throws.
 */
export async function writeLinks(links: OpenedMedia[], job: SoundJob): Promise<TrackResult> {
  const [only, ...others] = links
  if (only !== undefined && others.length === 0) return writeSound(only, job)
  const written: Link[] = []
  const failures: unknown[] = []
  let seconds = 0
  for (const [at, link] of links.entries()) {
    if (seconds >= job.mostSeconds) break
    const target = `${job.target}.link${at}`
    const start = seconds
    const onSeconds = (own: number): void => job.onSeconds(start + own)
    const mostSeconds = job.mostSeconds - start
    try {
      const sound = await writeSound(link, { ...job, target, mostSeconds, onSeconds })
      written.push({ ...sound, target })
      seconds += sound.durationSeconds
    } catch (error) {
      if (!isOfTrack(error)) throw error
      process.stderr.write(`${String(error)}\n`)
      failures.push(error)
      await removeSound(target)
    } finally {
      link.close()
    }
  }
  if (written.length === 0) throw failures[0]
  const joined = await joinLinks(written, job.target)
  return { ...joined, isDamaged: joined.isDamaged || failures.length > 0 }
}

async function joinLinks(links: Link[], target: string): Promise<TrackResult> {
  const channels = Math.max(...links.map((link) => link.channels))
  const writer = await createPcmWriter(target, { sampleRate, channels })
  for (const link of links) {
    await appendSound(link, writer, channels)
    await removeSound(link.target)
  }
  return { ...(await writer.close()), isDamaged: links.some((link) => link.isDamaged) }
}

/** Appends a file; a mono one becomes two equal channels where others have two. */
async function appendSound(link: Link, writer: PcmWriter, channels: number): Promise<void> {
  const reader = await openWav(link.target)
  try {
    const whole = { start: 0, end: reader.seconds }
    const { signal } = new AbortController()
    for await (const block of reader.frames(whole, signal)) {
      const frames = block.length / (2 * link.channels)
      const planes = Array.from({ length: channels }, (_, channel) => {
        const first = Math.min(channel, link.channels - 1)
        return Float32Array.from(
          { length: frames },
          (_sample, frame) => block.readInt16LE(2 * (frame * link.channels + first)) / 32_768,
        )
      })
      await writer.write(planes)
    }
  } finally {
    await reader.close()
  }
}
