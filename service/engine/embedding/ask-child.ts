/**
 * Sends texts to the embedding process; settles with an answer, a failure or a timeout.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import { failureOf, type LiveProcess } from '../processes/process-end.ts'
import { workingTimer } from '../processes/working-timer.ts'

/**
 * The request to the process. It loads the model with the first texts and keeps it loaded. With
 * `features`, a row for each text, the texts are the utterances of one talk, and are classified.
 */
export type ToEmbedChild = {
  model: EmbeddingFiles
  threads: number
  texts: readonly string[]
  features?: readonly (readonly number[])[] | undefined
}
type File = { path: string; sha256: string }
export type EmbeddingFiles = File & { tokenizer: File; utteranceClassifier: File | null }

/** A row for each text. `probabilities` is empty unless features were given. */
export type Embedded = { vectors: number[][]; probabilities: number[][] }

export type FromEmbedChild =
  | Embedded
  | { failed: 'model_missing' | 'out_of_memory' | 'engine_crashed'; message: string }

const Rows = Type.Array(Type.Array(Type.Number()))
const Vectors = Type.Object({ vectors: Rows, probabilities: Rows })
const Failed = Type.Object({
  failed: Type.Union([
    Type.Literal('model_missing'),
    Type.Literal('out_of_memory'),
    Type.Literal('engine_crashed'),
  ]),
  message: Type.String(),
})

export type EmbedTask = {
  model: EmbeddingFiles
  threads: number
  texts: readonly string[]
  features?: readonly (readonly number[])[] | undefined
  signal: AbortSignal
  deadlineMs: number
}

/** Handles one task at a time. After a throw, the process must not be used again. */
export async function askChild(
  { child, ended }: LiveProcess,
  { model, threads, texts, features, signal, deadlineMs }: EmbedTask,
): Promise<Embedded> {
  const { promise, resolve, reject } = Promise.withResolvers<Embedded>()
  const onMessage = (message: unknown) => {
    if (Value.Check(Vectors, message)) resolve(message)
    else if (Value.Check(Failed, message)) reject(new JobError(message.failed, message.message))
  }
  const onError = () =>
    reject(new JobError('engine_crashed', 'The embedding model could not be started.'))
  void ended.then((end) => reject(failureOf(end, 'The embedding model')))
  const onAbort = () => reject(new JobError('cancelled', 'The work was cancelled.'))
  const timer = workingTimer(
    () => reject(new JobError('engine_timeout', 'The embedding model took too long.')),
    deadlineMs,
  )
  timer.restart()
  child.on('message', onMessage)
  child.once('error', onError)
  signal.addEventListener('abort', onAbort, { once: true })
  const order: ToEmbedChild = { model, threads, texts, features }
  // If the process has ended in the meantime, its exit event reports that.
  if (child.connected) child.send(order, () => {})
  try {
    return await promise
  } finally {
    timer.stop()
    child.off('message', onMessage)
    child.off('error', onError)
    signal.removeEventListener('abort', onAbort)
  }
}
