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

let encoder: Promise<SentenceEncoder> | null = null

async function load({ model, threads }: ToEmbedChild): Promise<SentenceEncoder> {
  for (const { path, sha256 } of [model, model.tokenizer]) {
    await verifyModel(path, sha256).catch((error: unknown) => {
      if (error instanceof JobError) throw error
      throw new JobError('model_missing', 'The files of the embedding model cannot be read.')
    })
  }
  return openSentenceEncoder({ model: model.path, tokenizer: model.tokenizer.path }, threads)
}

async function embed(order: ToEmbedChild): Promise<FromEmbedChild> {
  try {
    encoder ??= load(order)
    const loaded = await encoder
    return { vectors: await loaded.encode(order.texts) }
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
