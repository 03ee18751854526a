/** The two ONNX models of diarization: segmentation and the voice encoder. */
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { bandCount } from './mel-filterbank.ts'
import type { Vector } from './voice.ts'

/**
 * onnxruntime computes in the calling thread; with more threads, they mostly wait for each other.
 */
const oneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
}

export type Encoder = { embed: (frames: Float32Array) => Promise<Vector> }

/**
 * Opens the voice encoder. Input: at least one frame of the mel filterbank. Output: a vector of
 * unit length, relative to the mean of all voices.
 */
export async function openEncoder(modelPath: string): Promise<Encoder> {
  const session = await InferenceSession.create(modelPath, {
    ...oneThread,
    // Otherwise onnxruntime caches an allocation plan per input length, and there are many lengths.
    enableMemPattern: false,
  })
  return {
    embed: async (frames) => {
      const shape = [1, frames.length / bandCount, bandCount]
      const { voice } = await session.run({ bands: new Tensor('float32', frames, shape) })
      if (!(voice?.data instanceof Float32Array)) throw new Error('The encoder returned no voice.')
      return voice.data
    },
  }
}

export type Segmentation = { speakers: (samples: Float32Array) => Promise<Int32Array> }

/** Opens the segmentation model. Input: ten seconds of samples. Output: one class per frame. */
export async function openSegmentation(modelPath: string): Promise<Segmentation> {
  const session = await InferenceSession.create(modelPath, oneThread)
  return {
    speakers: async (samples) => {
      const input = new Tensor('float32', samples, [1, 1, samples.length])
      const { speakers } = await session.run({ sound: input })
      if (!(speakers?.data instanceof Int32Array)) {
        throw new Error('The segmentation model returned no classes.')
      }
      return speakers.data
    },
  }
}
