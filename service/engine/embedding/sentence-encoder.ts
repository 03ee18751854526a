/** The ONNX model that turns texts into vectors of unit length, and its tokenizer. */
import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { batchByLength } from './batch-by-length.ts'

/** Sentence models are trained on shorter texts; only the start of a longer one is embedded. */
const mostTokens = 256

/** Characters of a text that are tokenized: 256 tokens of English have 1,100. */
const mostCharacters = 8192

export type SentenceEncoder = {
  /** One vector of unit length per text, in their order. */
  encode: (texts: readonly string[]) => Promise<number[][]>
}

type Files = { model: string; tokenizer: string }

/** Opens the model of `models/export-embedding.py`; `threads` is for one batch. */
export async function openSentenceEncoder(files: Files, threads: number): Promise<SentenceEncoder> {
  const definition: unknown = JSON.parse(await readFile(files.tokenizer, 'utf8'))
  // Its SHA-256 was compared, so this is the file of models/.
  const tokenizer = new Tokenizer(definition as object, {})
  const session = await InferenceSession.create(files.model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // A thread that spins takes the processor from whoever else is at work.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    // Otherwise onnxruntime keeps the memory of the largest batch, and a plan per shape.
    enableCpuMemArena: false,
    enableMemPattern: false,
  })
  return {
    encode: async (texts) => {
      const tokens = texts.map((text) => tokenize(tokenizer, text))
      const vectors: number[][] = []
      for (const batch of batchByLength(tokens.map(({ length }) => length))) {
        const inputs = toInputs(batch.map((at) => tokens[at] ?? []))
        const { embedding } = await session.run(inputs)
        if (!(embedding?.data instanceof Float32Array)) throw new Error('There are no vectors.')
        const width = embedding.data.length / batch.length
        for (const [row, at] of batch.entries()) {
          vectors[at] = [...embedding.data.subarray(row * width, (row + 1) * width)]
        }
      }
      return vectors
    },
  }
}

/** Token ids with the special tokens at the start and the end. */
function tokenize(tokenizer: Tokenizer, text: string): number[] {
  const { ids } = tokenizer.encode(text.slice(0, mostCharacters))
  const [last = 0] = ids.slice(-1)
  return ids.length <= mostTokens ? ids : [...ids.slice(0, mostTokens - 1), last]
}

/** Pads the texts of a batch to the length of the longest. */
function toInputs(batch: readonly number[][]): Record<string, Tensor> {
  const length = Math.max(...batch.map((ids) => ids.length))
  const ids = new BigInt64Array(batch.length * length)
  const mask = new BigInt64Array(batch.length * length)
  for (const [row, own] of batch.entries()) {
    for (const [column, id] of own.entries()) ids[row * length + column] = BigInt(id)
    mask.fill(1n, row * length, row * length + own.length)
  }
  const shape = [batch.length, length]
  return {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
  }
}
