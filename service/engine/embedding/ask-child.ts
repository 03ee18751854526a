/**
 * Sends a batch of texts to the embedding process; settles with an answer, a failure or a timeout.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { ScriptChild } from '../../core/script-child.ts'
import { workingTimer } from '../processes/working-timer.ts'

/** The request to the process. It loads the model with the first texts and keeps it loaded. */
export type ToEmbedChild = { model: EmbeddingFiles; threads: number; texts: readonly string[] }
type File = { path: string; sha256: string }
export type EmbeddingFiles = File & { tokenizer: File }
export type FromEmbedChild =
  | { vectors: number[][] }
  | { failed: 'model_missing' | 'out_of_memory' | 'engine_crashed'; message: string }

const Vectors = Type.Object({ vectors: Type.Array(Type.Array(Type.Number())) })
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
  signal: AbortSignal
  deadlineMs: number
}

/** Handles one task at a time. After a throw, the process must not be used again. */
export async function askChild(
  child: ScriptChild,
  { model, threads, texts, signal, deadlineMs }: EmbedTask,
): Promise<number[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[][]>()
  const onMessage = (message: unknown) => {
    if (Value.Check(Vectors, message)) resolve(message.vectors)
    else if (Value.Check(Failed, message)) reject(new JobError(message.failed, message.message))
  }
  const onExit = () =>
    reject(new JobError('engine_crashed', 'The embedding model ended unexpectedly.'))
  const onAbort = () => reject(new JobError('cancelled', 'The work was cancelled.'))
  const timer = workingTimer(
    () => reject(new JobError('engine_timeout', 'The embedding model took too long.')),
    deadlineMs,
  )
  timer.restart()
  child.on('message', onMessage)
  child.once('exit', onExit)
  child.once('error', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  const order: ToEmbedChild = { model, threads, texts }
  // If the process has ended in the meantime, its exit event reports that.
  if (child.connected) child.send(order, () => {})
  try {
    return await promise
  } finally {
    timer.stop()
    child.off('message', onMessage)
    child.off('exit', onExit)
    child.off('error', onExit)
    signal.removeEventListener('abort', onAbort)
  }
}
