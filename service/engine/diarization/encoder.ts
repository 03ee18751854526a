/** Runs the voice encoder on frames of bands. */
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { bandCount } from './mel-filterbank.ts'
import { oneThread } from './one-thread.ts'
import type { Vector } from './vectors.ts'

export type Encoder = { embed: (frames: Float32Array) => Promise<Vector> }

/** The voice of at least one frame, at unit length, its direction from the mean of all voices. */
export async function openEncoder(modelPath: string): Promise<Encoder> {
  const session = await InferenceSession.create(modelPath, {
    ...oneThread,
    // A plan is kept for each length otherwise, and there are many.
    enableMemPattern: false,
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
