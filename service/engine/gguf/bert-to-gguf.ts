/**
 * Converts a sentence embedder of the BERT family from a Hugging Face folder to one GGUF file,
 * the format of llama.cpp. The service does this when it installs such a model, because no
 * publisher offers a GGUF file. The output is deterministic, so the hash in the catalogue is
 * that of the result.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { BadWeights } from '../ggml/header.ts'
import { alignment, ggufHeader, type GgufTensor, type GgufValue } from './gguf-header.ts'
import { openSafetensors, readTensor, type Tensor } from './safetensors.ts'

const Count = Type.Integer({ minimum: 1, maximum: 1 << 20 })
const Settings = Type.Object({
  model_type: Type.Literal('bert'),
  hidden_act: Type.Literal('gelu'),
  hidden_size: Count,
  intermediate_size: Count,
  max_position_embeddings: Count,
  num_attention_heads: Count,
  num_hidden_layers: Count,
  type_vocab_size: Count,
  layer_norm_eps: Type.Number(),
})
type Settings = Static<typeof Settings>

/** The files that the folder must contain. */
export const bertFiles = ['config.json', 'vocab.txt', 'model.safetensors']

/** Writes the weights in `folder` to `target`, which must not exist, as 16-bit floats. */
export async function writeBertGguf(
  folder: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const settings: unknown = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8'))
  if (!Value.Check(Settings, settings))
    throw new BadWeights('These weights are not those of a BERT.')
  const tokens = (await readFile(path.join(folder, 'vocab.txt'), 'utf8')).trimEnd().split(/\r?\n/)
  const { file, tensors } = await openSafetensors(path.join(folder, 'model.safetensors'))
  const output = await open(target, 'wx', 0o600).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  try {
    const named = namesOf(settings).map((names) => toTensor(names, tensors))
    await output.writeFile(ggufHeader({ ...valuesOf(settings), ...tokenizer(tokens) }, named))
    for (const each of named) await writeNumbers({ from: file, to: output }, each, signal)
    await output.sync()
  } finally {
    await Promise.all([output.close(), file.close()])
  }
}

function toTensor([name, from]: Names, tensors: ReadonlyMap<string, Tensor>): GgufTensor {
  const tensor = tensors.get(from)
  if (!tensor) throw new BadWeights(`The tensor ${from} is missing.`)
  // llama.cpp adds these to 32-bit floats without conversion.
  const isWide = tensor.shape.length < 2 || /^(position_embd|token_types)/.test(name)
  return { name, tensor, isWide }
}

async function writeNumbers(
  { from, to }: { from: FileHandle; to: FileHandle },
  { tensor, isWide }: GgufTensor,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0
  for await (const values of readTensor(from, tensor)) {
    signal.throwIfAborted()
    const part = isWide ? values : Float16Array.from(values)
    await to.writeFile(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
    bytes += part.byteLength
  }
  await to.writeFile(Buffer.alloc((alignment - (bytes % alignment)) % alignment))
}

const valuesOf = (settings: Settings): Record<string, GgufValue> => ({
  'general.architecture': 'bert',
  'general.file_type': { uint32: 1 },
  'bert.block_count': { uint32: settings.num_hidden_layers },
  'bert.context_length': { uint32: settings.max_position_embeddings },
  'bert.embedding_length': { uint32: settings.hidden_size },
  'bert.feed_forward_length': { uint32: settings.intermediate_size },
  'bert.attention.head_count': { uint32: settings.num_attention_heads },
  'bert.attention.layer_norm_epsilon': { float32: settings.layer_norm_eps },
  'bert.attention.causal': false,
  // Mean pooling.
  'bert.pooling_type': { uint32: 1 },
})

const [ordinary, control] = [1, 3]

/** llama.cpp marks tokens that start a word; BERT's vocabulary marks those that continue one. */
function tokenizer(tokens: readonly string[]): Record<string, GgufValue> {
  const idOf = (token: string) => {
    const id = tokens.indexOf(token)
    if (id < 0) throw new BadWeights(`The vocabulary lacks ${token}.`)
    return { uint32: id }
  }
  const isControl = (token: string) => /^\[(PAD|UNK|CLS|SEP|MASK)\]$/.test(token)
  const spell = (token: string) => (token.startsWith('##') ? token.slice(2) : `▁${token}`)
  return {
    'tokenizer.ggml.model': 'bert',
    'tokenizer.ggml.tokens': {
      strings: tokens.map((token) => (isControl(token) ? token : spell(token))),
    },
    'tokenizer.ggml.token_type': {
      int32s: tokens.map((token) => (isControl(token) ? control : ordinary)),
    },
    'tokenizer.ggml.token_type_count': { uint32: 2 },
    'tokenizer.ggml.bos_token_id': idOf('[CLS]'),
    'tokenizer.ggml.eos_token_id': idOf('[SEP]'),
    'tokenizer.ggml.unknown_token_id': idOf('[UNK]'),
    // llama.cpp's spelling.
    'tokenizer.ggml.seperator_token_id': idOf('[SEP]'),
    'tokenizer.ggml.padding_token_id': idOf('[PAD]'),
    'tokenizer.ggml.cls_token_id': idOf('[CLS]'),
    'tokenizer.ggml.mask_token_id': idOf('[MASK]'),
  }
}

/** A tensor's name in llama.cpp and in the source weights. */
type Names = readonly [name: string, from: string]

const layerParts: readonly Names[] = [
  ['attn_q', 'attention.self.query'],
  ['attn_k', 'attention.self.key'],
  ['attn_v', 'attention.self.value'],
  ['attn_output', 'attention.output.dense'],
  ['attn_output_norm', 'attention.output.LayerNorm'],
  ['ffn_up', 'intermediate.dense'],
  ['ffn_down', 'output.dense'],
  ['layer_output_norm', 'output.LayerNorm'],
]

function namesOf({ num_hidden_layers: count }: Settings): Names[] {
  const layers = Array.from({ length: count }, (_, at) =>
    layerParts.map(([to, from]): Names => [`blk.${at}.${to}`, `encoder.layer.${at}.${from}`]),
  )
  const owners: Names[] = [['token_embd_norm', 'embeddings.LayerNorm'], ...layers.flat()]
  return [
    ['token_embd.weight', 'embeddings.word_embeddings.weight'],
    ['token_types.weight', 'embeddings.token_type_embeddings.weight'],
    ['position_embd.weight', 'embeddings.position_embeddings.weight'],
    ...owners.flatMap(([to, from]): Names[] =>
      ['weight', 'bias'].map((part): Names => [`${to}.${part}`, `${from}.${part}`]),
    ),
  ]
}
