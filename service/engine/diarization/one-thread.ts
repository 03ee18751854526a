/** How the run time of the speaker models is opened: several processes share a long recording. */
import type { InferenceSession } from 'onnxruntime-node'

/** It computes in the calling thread; more threads of its own wait for each other most of the time. */
export const oneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
}
