/**
 * Sentence embedders of the BERT family as their makers share them (a folder of Hugging Face) to one
 * file that llama.cpp reads. The same folder always gives the same bytes, so that the catalogue's
 * hash is that of the outcome.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { alignment, ggufHead, type GgufTensor, type GgufValue } from './gguf-file.ts'
import { openSafetensors } from './open-safetensors.ts'
import { NotImportable, readTensor, type Tensor } from './tensors.ts'

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

/** What such a folder must hold, by name. */
export const bertFiles = ['config.json', 'vocab.txt', 'model.safetensors']

/** Writes the weights in `folder` to `target`, which must not exist, with 16 bits for a number. */
export async function writeBertGguf(
  folder: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const settings: unknown = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8'))
  if (!Value.Check(Settings, settings)) throw new NotImportable('These weights are no BERT.')
  const pieces = (await readFile(path.join(folder, 'vocab.txt'), 'utf8')).trimEnd().split(/\r?\n/)
  const { files, tensors } = await openSafetensors(folder)
  const output = await open(target, 'wx', 0o600)
  try {
    const named = namesOf(settings).map((names) => toTensor(names, tensors))
    await output.writeFile(ggufHead({ ...valuesOf(settings), ...tokenizer(pieces) }, named))
    for (const each of named) await writeNumbers(output, each, signal)
    await output.sync()
  } finally {
    await Promise.all([output, ...files].map((file) => file.close()))
  }
}

function toTensor([name, from]: Names, tensors: ReadonlyMap<string, Tensor>): GgufTensor {
  const tensor = tensors.get(from)
  if (!tensor) throw new NotImportable(`The tensor ${from} is missing.`)
  // llama.cpp adds these to 32-bit numbers as they are.
  const isWide = tensor.shape.length < 2 || /^(position_embd|token_types)/.test(name)
  return { name, tensor, isWide }
}

async function writeNumbers(
  output: FileHandle,
  { tensor, isWide }: GgufTensor,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0
  for await (const values of readTensor(tensor)) {
    signal.throwIfAborted()
    const part = isWide ? values : Float16Array.from(values)
    await output.writeFile(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
    bytes += part.byteLength
  }
  await output.writeFile(Buffer.alloc((alignment - (bytes % alignment)) % alignment))
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
  // The mean of all tokens.
  'bert.pooling_type': { uint32: 1 },
})

const [ordinary, control] = [1, 3]

/** llama.cpp marks where words begin; BERT's list marks where they go on. */
function tokenizer(pieces: readonly string[]): Record<string, GgufValue> {
  const numberOf = (piece: string) => {
    const at = pieces.indexOf(piece)
    if (at < 0) throw new NotImportable(`The vocabulary lacks ${piece}.`)
    return { uint32: at }
  }
  const isControl = (piece: string) => /^\[(PAD|UNK|CLS|SEP|MASK)\]$/.test(piece)
  const toToken = (piece: string) => (piece.startsWith('##') ? piece.slice(2) : `▁${piece}`)
  return {
    'tokenizer.ggml.model': 'bert',
    'tokenizer.ggml.tokens': {
      strings: pieces.map((one) => (isControl(one) ? one : toToken(one))),
    },
    'tokenizer.ggml.token_type': {
      int32s: pieces.map((one) => (isControl(one) ? control : ordinary)),
    },
    'tokenizer.ggml.token_type_count': { uint32: 2 },
    'tokenizer.ggml.bos_token_id': numberOf('[CLS]'),
    'tokenizer.ggml.eos_token_id': numberOf('[SEP]'),
    'tokenizer.ggml.unknown_token_id': numberOf('[UNK]'),
    // As llama.cpp spells it.
    'tokenizer.ggml.seperator_token_id': numberOf('[SEP]'),
    'tokenizer.ggml.padding_token_id': numberOf('[PAD]'),
    'tokenizer.ggml.cls_token_id': numberOf('[CLS]'),
    'tokenizer.ggml.mask_token_id': numberOf('[MASK]'),
  }
}

/** A tensor's name for llama.cpp, and in the weights. */
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
