/** The ONNX model that tells what the utterances of a talk carry (models/train-utterances.py). */
import { InferenceSession, Tensor } from 'onnxruntime-node'

type Rows = readonly (readonly number[])[]

export type UtteranceClassifier = {
  /**
   * @param vectors the embeddings of all utterances of one talk, in their order
   * @param features a row for each of them
   * @returns per utterance the calibrated probabilities, in the order of the model's kinds
   */
  classify: (vectors: Rows, features: Rows) => Promise<number[][]>
}

/** Opens the model; it takes milliseconds, so one thread does. */
export async function openUtteranceClassifier(file: string): Promise<UtteranceClassifier> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 })
  return {
    classify: async (vectors, features) => {
      if (vectors.length === 0) return []
      const { probabilities } = await session.run({
        embeddings: toTensor(vectors),
        features: toTensor(features),
      })
      if (!(probabilities?.data instanceof Float32Array)) throw new Error('There is no answer.')
      const { data } = probabilities
      const width = data.length / vectors.length
      return vectors.map((_, row) => [...data.subarray(row * width, (row + 1) * width)])
    },
  }
}

const toTensor = (rows: Rows): Tensor =>
  new Tensor('float32', Float32Array.from(rows.flat()), [rows.length, rows[0]?.length ?? 0])
