/**
 * Decodes uncompressed audio of every sample width, as well as A-law and µ-law, with mediabunny.
 */
import { AudioSampleSink, type InputAudioTrack } from 'mediabunny'
import { JobError } from '../../core/errors.ts'
import type { PcmWriter } from './pcm-writer.ts'

/** Writes a PCM track one second at a time; returns whether it was truncated. */
export async function decodePcmTrack(
  track: InputAudioTrack,
  writer: PcmWriter,
  onSeconds: (seconds: number) => void,
): Promise<{ isDamaged: boolean }> {
  const channels = await track.getNumberOfChannels()
  const batch = createBatch(channels, await track.getSampleRate())
  try {
    for await (const sample of new AudioSampleSink(track).samples()) {
      if (batch.room() < sample.numberOfFrames) {
        await writer.write(batch.take())
        onSeconds(writer.position())
      }
      if (writer.position() >= writer.mostSeconds) {
        sample.close()
        break
      }
      for (let plane = 0; plane < channels; plane += 1) {
        sample.copyTo(batch.next(plane, sample.numberOfFrames), {
          planeIndex: plane,
          format: 'f32-planar',
        })
      }
      batch.advance(sample.numberOfFrames)
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
    room: () => (filled < sampleRate ? capacity - filled : 0),
    next: (plane: number, frames: number): Float32Array => {
      const target = planes[plane]
      if (target === undefined || filled + frames > capacity) throw new Error('a chunk is too long')
      return target.subarray(filled, filled + frames)
    },
    advance: (frames: number): void => {
      filled += frames
    },
    take: (): Float32Array[] => {
      const taken = planes.map((plane) => plane.slice(0, filled))
      filled = 0
      return taken
    },
  }
}
