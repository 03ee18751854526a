/**
 * Decodes uncompressed audio of every sample width, as well as A-law and µ-law, with mediabunny.
 */
import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny'
import { JobError } from '../../core/errors.ts'
import { longestGapSeconds, smallestGapSeconds, type PcmWriter } from './pcm-writer.ts'

type TimedTrack = { track: InputAudioTrack; startSeconds: number }

/**
 * Writes a PCM track one second at a time, on the clock that begins at `startSeconds`; returns
 * whether it was truncated.
 */
export async function decodePcmTrack(
  { track, startSeconds }: TimedTrack,
  writer: PcmWriter,
  onSeconds: (seconds: number) => void,
): Promise<{ isDamaged: boolean }> {
  const channels = await track.getNumberOfChannels()
  const sampleRate = await track.getSampleRate()
  const batch = createBatch(channels, sampleRate)
  try {
    for await (const sample of new AudioSampleSink(track).samples()) {
      const timestamp = sample.timestamp - startSeconds
      const gap = timestamp - writer.position() - batch.seconds()
      const isLate = gap >= smallestGapSeconds && gap < longestGapSeconds
      if (isLate || batch.room() < sample.numberOfFrames) {
        await writer.write(batch.take())
        await writer.padTo(isLate ? timestamp : 0)
        onSeconds(writer.position())
      }
      if (writer.position() >= writer.mostSeconds) {
        sample.close()
        break
      }
      batch.add(sample, Math.round(Math.max(0, -timestamp) * sampleRate))
      sample.close()
    }
  } catch (error) {
    if (error instanceof JobError || writer.position() === 0) throw error
    await writer.write(batch.take())
    return { isDamaged: true }
  }
  await writer.write(batch.take())
  onSeconds(writer.position())
  return { isDamaged: false }
}

/**
 * Batches the demuxer's small chunks: one write and one resampling call per second
 * instead of per chunk.
 */
function createBatch(channels: number, sampleRate: number) {
  // Room for more than a second, because a chunk may exceed the space left.
  const capacity = sampleRate + 65_536
  const planes = Array.from({ length: channels }, () => new Float32Array(capacity))
  let filled = 0
  return {
    seconds: () => filled / sampleRate,
    room: () => (filled < sampleRate ? capacity - filled : 0),
    /** Adds a chunk without its first `cut` frames, which lie before time zero. */
    add: (sample: AudioSample, cut: number): void => {
      const frames = sample.numberOfFrames - cut
      if (frames <= 0) return
      if (filled + frames > capacity) throw new Error('a chunk is too long')
      for (const [planeIndex, plane] of planes.entries()) {
        const target = plane.subarray(filled, filled + frames)
        sample.copyTo(target, { planeIndex, format: 'f32-planar', frameOffset: cut })
      }
      filled += frames
    },
    take: (): Float32Array[] => {
      const taken = planes.map((plane) => plane.slice(0, filled))
      filled = 0
      return taken
    },
  }
}
