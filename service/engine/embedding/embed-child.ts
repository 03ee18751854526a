/**
 * The embedding process: no database, no network, no secrets. It loads the model with the first
 * texts it receives, and ends with its parent.
 */
import { JobError } from '../../core/errors.ts'
import { watchParent } from '../llama/parent-watch.ts'
import { verifyModel } from '../models/catalogue.ts'
import { lowerPriority } from '../processes/process-priority.ts'
import type { FromEmbedChild, ToEmbedChild } from './ask-child.ts'
import { openSentenceEncoder, type SentenceEncoder } from './sentence-encoder.ts'
import { openUtteranceClassifier, type UtteranceClassifier } from './utterance-classifier.ts'

let encoder: Promise<SentenceEncoder> | null = null
let classifier: Promise<UtteranceClassifier> | null = null

async function verify({ path, sha256 }: { path: string; sha256: string }): Promise<string> {
  await verifyModel(path, sha256).catch((error: unknown) => {
    if (error instanceof JobError) throw error
    throw new JobError('model_missing', 'The files of the embedding model cannot be read.')
  })
  return path
}

async function loadEncoder({ model, threads }: ToEmbedChild): Promise<SentenceEncoder> {
  const files = { model: await verify(model), tokenizer: await verify(model.tokenizer) }
  return openSentenceEncoder(files, threads)
}

async function loadClassifier({ model }: ToEmbedChild): Promise<UtteranceClassifier> {
  if (model.utteranceClassifier) {
    return openUtteranceClassifier(await verify(model.utteranceClassifier))
  }
  throw new JobError('model_missing', 'The embedding model has no classifier of utterances.')
}

async function embed(order: ToEmbedChild): Promise<FromEmbedChild> {
  try {
    encoder ??= loadEncoder(order)
    const vectors = await (await encoder).encode(order.texts)
    if (order.features === undefined) return { vectors, probabilities: [] }
    classifier ??= loadClassifier(order)
    return { vectors, probabilities: await (await classifier).classify(vectors, order.features) }
  } catch (error) {
    if (error instanceof JobError) return { failed: 'model_missing', message: error.message }
    const text = error instanceof Error ? (error.stack ?? error.message) : 'unknown'
    process.stderr.write(`${text}\n`)
    if (/failed to allocate|bad.?alloc/i.test(text)) {
      return { failed: 'out_of_memory', message: 'There is not enough free memory.' }
    }
    return { failed: 'engine_crashed', message: 'The embedding model failed.' }
  }
}

watchParent()
lowerPriority()
process.once('disconnect', () => process.exit(0))

async function answer(order: ToEmbedChild): Promise<void> {
  const result = await embed(order)
  // The channel closes with the parent, and this process then exits by itself.
  if (process.connected) process.send?.(result)
}

// The parent is embedder.ts in this repository, so its messages have this type.
process.on('message', (message) => void answer(message as ToEmbedChild))
