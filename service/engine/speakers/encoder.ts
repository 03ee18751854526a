/** Runs the voice encoder on frames of bands. */
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { bandCount } from './bands.ts'
import type { Vector } from './vectors.ts'

export type Encoder = { embed: (frames: Float32Array) => Promise<Vector> }

/** The voice of at least one frame, at unit length, its direction from the mean of all voices. */
export async function openEncoder(modelPath: string, threads: number): Promise<Encoder> {
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // A plan is kept for each length otherwise, and there are many.
    enableMemPattern: false,
    // Waiting threads that spin starve a busy machine (and us).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return {
    embed: async (frames) => {
      const shape = [1, frames.length / bandCount, bandCount]
      const { voice } = await session.run({ bands: new Tensor('float32', frames, shape) })
      if (!(voice?.data instanceof Float32Array)) throw new Error('The encoder gave no voice.')
      return voice.data
    },
  }
}
