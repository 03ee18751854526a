import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBertGguf } from '../../../../service/engine/gguf/bert-to-gguf.ts'

const settings = {
  model_type: 'bert',
  hidden_act: 'gelu',
  hidden_size: 4,
  intermediate_size: 8,
  max_position_embeddings: 6,
  num_attention_heads: 2,
  num_hidden_layers: 1,
  type_vocab_size: 2,
  layer_norm_eps: 1e-12,
}
const tokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'hello', '##ing']

const layer = 'encoder.layer.0'
const square = ['self.query', 'self.key', 'self.value', 'output.dense'].map(
  (part): [string, number[]] => [`${layer}.attention.${part}`, [4, 4]],
)
const norms = ['embeddings.LayerNorm', `${layer}.attention.output.LayerNorm`]
const shapes: [string, number[]][] = [
  ['embeddings.word_embeddings.weight', [tokens.length, 4]],
  ['embeddings.token_type_embeddings.weight', [2, 4]],
  ['embeddings.position_embeddings.weight', [6, 4]],
  ...[...norms, `${layer}.output.LayerNorm`].flatMap((name): [string, number[]][] => [
    [`${name}.weight`, [4]],
    [`${name}.bias`, [4]],
  ]),
  ...[
    ...square,
    [`${layer}.intermediate.dense`, [8, 4]] as const,
    [`${layer}.output.dense`, [4, 8]] as const,
  ].flatMap(([name, shape]): [string, number[]][] => [
    [`${name}.weight`, [...shape]],
    [`${name}.bias`, [shape[0] ?? 0]],
  ]),
]

/** Hugging Face's file of tensors; the numbers count up. */
function safetensors(): Buffer {
  const list: Record<string, object> = {}
  const numbers: number[] = []
  for (const [name, shape] of shapes) {
    const from = numbers.length * 4
    const count = shape.reduce((product, length) => product * length, 1)
    for (let at = 0; at < count; at += 1) numbers.push(numbers.length / 64)
    list[name] = { dtype: 'F32', shape, data_offsets: [from, numbers.length * 4] }
  }
  const head = Buffer.from(JSON.stringify(list))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  return Buffer.concat([length, head, new Uint8Array(Float32Array.from(numbers).buffer)])
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-bert-'))
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(settings))
  await writeFile(path.join(folder, 'vocab.txt'), `${tokens.join('\n')}\n`)
  await writeFile(path.join(folder, 'model.safetensors'), safetensors())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = async (name: string) => {
  const target = path.join(folder, name)
  await writeBertGguf(folder, target, new AbortController().signal)
  return readFile(target)
}

test('the same weights always give the same file, as the catalogue’s hash needs', async () => {
  const hashes = [await write('one.gguf'), await write('two.gguf')].map((bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  )
  expect(hashes[0]).toBe(hashes[1])
})

test('words begin with llama.cpp’s mark, and numbers lie where the list says', async () => {
  const bytes = await write('three.gguf')
  expect(bytes.toString('latin1', 0, 4)).toBe('GGUF')
  expect(bytes.readUInt32LE(4)).toBe(3)
  expect(bytes.readBigUInt64LE(8)).toBe(BigInt(shapes.length))
  for (const token of ['[CLS]', '▁hello']) expect(bytes.includes(token)).toBe(true)
  expect(bytes.includes('##ing')).toBe(false)
  // The first tensor, in 16 bits, right behind the padded head: 0, 1/64, 2/64 …
  const first = new Uint8Array(Float16Array.from([0, 1 / 64, 2 / 64, 3 / 64]).buffer)
  expect(bytes.indexOf(first) % 32).toBe(0)
})

test('what is no BERT, or lacks a part of it, is refused', async () => {
  const config = path.join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ ...settings, model_type: 'gpt2' }))
  await expect(write('four.gguf')).rejects.toThrow('not those of a BERT')
  await writeFile(config, JSON.stringify({ ...settings, num_hidden_layers: 2 }))
  await expect(write('five.gguf')).rejects.toThrow('encoder.layer.1')
})
