/**
 * The embedding process: no database, no network, no secrets. It loads the model with the first
 * texts it receives, and ends with its parent.
 */
import { getLlama, InsufficientMemoryError, LlamaLogLevel } from 'node-llama-cpp'
import type { LlamaEmbeddingContext } from 'node-llama-cpp'
import { JobError } from '../../core/errors.ts'
import { verifyModel } from '../models/catalogue.ts'
import { lowerPriority } from '../processes/process-priority.ts'
import { watchParent } from '../llama/parent-watch.ts'
import type { FromEmbedChild, ToEmbedChild } from './ask-child.ts'

/**
 * Choice: one thread leaves the machine responsive; an hour of speech still takes only a minute.
 */
const threads = 1

/** Sentence models are trained on shorter texts; only the start of a longer one is embedded. */
const mostTokens = 256
/** The special tokens at the start and end of each text. */
const markTokens = 2

let context: Promise<LlamaEmbeddingContext> | null = null

async function load({ modelPath, sha256 }: ToEmbedChild): Promise<LlamaEmbeddingContext> {
  await verifyModel(modelPath, sha256).catch((error: unknown) => {
    if (error instanceof JobError) throw error
    throw new JobError('model_missing', 'The file of the embedding model cannot be read.')
  })
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
    logger: (_level, message) => void process.stderr.write(`${message}\n`),
  })
  const model = await llama.loadModel({ modelPath })
  // Each text is read in a single batch, because its tokens attend in both directions.
  return model.createEmbeddingContext({ contextSize: 512, batchSize: 512, threads })
}

async function embed(order: ToEmbedChild): Promise<FromEmbedChild> {
  try {
    context ??= load(order)
    const loaded = await context
    const vectors: number[][] = []
    for (const text of order.texts) vectors.push(await embedOne(loaded, text))
    return { vectors }
  } catch (error) {
    if (error instanceof JobError) return { failed: 'model_missing', message: error.message }
    if (error instanceof InsufficientMemoryError) {
      return { failed: 'out_of_memory', message: 'There is not enough free memory.' }
    }
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`)
    return { failed: 'engine_crashed', message: 'The embedding model failed.' }
  }
}

async function embedOne(loaded: LlamaEmbeddingContext, text: string): Promise<number[]> {
  const tokens = loaded.model.tokenize(text).slice(0, mostTokens - markTokens)
  // Whitespace alone yields no token.
  const said = tokens.length > 0 ? tokens : loaded.model.tokenize('.')
  const { vector } = await loaded.getEmbeddingFor(said)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

watchParent()
lowerPriority()
process.once('disconnect', () => process.exit(0))

async function answer(order: ToEmbedChild): Promise<void> {
  const said = await embed(order)
  // The channel closes with the parent, and this process then exits by itself.
  if (process.connected) process.send?.(said)
}

// The parent is embedder.ts in this repository, so its messages have this type.
process.on('message', (message) => void answer(message as ToEmbedChild))
