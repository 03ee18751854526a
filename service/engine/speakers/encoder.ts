/** Runs the speaker encoder on windows of mel frames, many at a time. */
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { melBands } from './mel.ts'

const embeddingSize = 256

export type Encoder = { embed: (windows: Float32Array[]) => Promise<Float32Array[]> }

/** All windows of one call must have the same number of frames. */
export async function openEncoder(modelPath: string, threads: number): Promise<Encoder> {
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Waiting threads that spin starve a busy machine (and us).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return { embed: (windows) => runBatch(session, windows) }
}

async function runBatch(
  session: InferenceSession,
  windows: Float32Array[],
): Promise<Float32Array[]> {
  const length = windows[0]?.length ?? 0
  if (length === 0) return []
  const input = new Float32Array(windows.length * length)
  for (const [at, window] of windows.entries()) input.set(window, at * length)
  const shape = [windows.length, length / melBands, melBands]
  const { embedding } = await session.run({ mel: new Tensor('float32', input, shape) })
  const values = embedding?.data
  if (!(values instanceof Float32Array)) throw new Error('The speaker encoder gave no embeddings.')
  return windows.map((_, at) => values.slice(at * embeddingSize, (at + 1) * embeddingSize))
}
