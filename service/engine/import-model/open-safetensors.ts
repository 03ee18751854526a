/** Hugging Face's format: a folder with tensors in one file or several, and the word pieces. */
import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  NotImportable,
  requireInside,
  type Checkpoint,
  type NumberType,
  type Tensor,
} from './tensors.ts'
import { readVocabulary } from './vocabulary.ts'

const numberTypes: Readonly<Record<string, NumberType>> = { F32: 'f32', F16: 'f16', BF16: 'bf16' }

/** The list of a Whisper is under 200 kilobytes. */
const largestList = 32 << 20

const Place = Type.Object({
  dtype: Type.String(),
  shape: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 4 }),
  data_offsets: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }),
})

/** Opens every file of tensors in `folder`; the caller closes `files`. */
export async function openSafetensors(
  folder: string,
): Promise<Checkpoint & { files: FileHandle[] }> {
  const names = (await readdir(folder)).filter((name) => /^model.*\.safetensors$/.test(name))
  const files: FileHandle[] = []
  try {
    const tensors = new Map<string, Tensor>()
    for (const name of names) {
      const file = await open(path.join(folder, name))
      files.push(file)
      for (const [key, tensor] of await readList(file)) tensors.set(toOwnName(key), tensor)
    }
    return { files, tensors, vocabulary: await readVocabulary(folder) }
  } catch (error) {
    await Promise.all(files.map((file) => file.close()))
    throw error
  }
}

async function readList(file: FileHandle): Promise<[string, Tensor][]> {
  const { size } = await file.stat()
  const length = Buffer.alloc(8)
  const { bytesRead } = await file.read(length, 0, 8, 0)
  const bytes = bytesRead === 8 ? Number(length.readBigUInt64LE()) : Infinity
  if (bytes > largestList || bytes + 8 > size) {
    throw new NotImportable('The file of tensors is cut or damaged: its list does not fit.')
  }
  const text = Buffer.alloc(bytes)
  await file.read(text, 0, bytes, 8)
  return Object.entries(parse(text)).flatMap(([name, place]): [string, Tensor][] => {
    if (name === '__metadata__') return []
    if (!Value.Check(Place, place))
      throw new NotImportable(`The tensor ${name} is described wrongly.`)
    const type = numberTypes[place.dtype]
    // Counters of a trainer and the like are no weights.
    if (!type) return []
    const tensor = { file, at: 8 + bytes + (place.data_offsets[0] ?? 0), type, shape: place.shape }
    requireInside(tensor, name, size)
    return [[name, tensor]]
  })
}

function parse(text: Buffer): object {
  try {
    const list: unknown = JSON.parse(text.toString('utf8'))
    if (typeof list === 'object' && list !== null) return list
  } catch {
    // said below
  }
  throw new NotImportable('The file of tensors is cut or damaged: its list is no JSON.')
}

const parts: Readonly<Record<string, string>> = {
  'self_attn.k_proj': 'attn.key',
  'self_attn.q_proj': 'attn.query',
  'self_attn.v_proj': 'attn.value',
  'self_attn.out_proj': 'attn.out',
  self_attn_layer_norm: 'attn_ln',
  'encoder_attn.k_proj': 'cross_attn.key',
  'encoder_attn.q_proj': 'cross_attn.query',
  'encoder_attn.v_proj': 'cross_attn.value',
  'encoder_attn.out_proj': 'cross_attn.out',
  encoder_attn_layer_norm: 'cross_attn_ln',
  fc1: 'mlp.0',
  fc2: 'mlp.2',
  final_layer_norm: 'mlp_ln',
}
const wholes: Readonly<Record<string, string>> = {
  'encoder.layer_norm': 'encoder.ln_post',
  'decoder.layer_norm': 'decoder.ln',
  'encoder.embed_positions.weight': 'encoder.positional_embedding',
  'decoder.embed_positions.weight': 'decoder.positional_embedding',
  'decoder.embed_tokens.weight': 'decoder.token_embedding.weight',
}

/** `model.encoder.layers.0.fc1.bias` → `encoder.blocks.0.mlp.0.bias`; others stay as they are. */
export function toOwnName(name: string): string {
  const bare = name.replace(/^model\./, '')
  const whole = wholes[bare]
  if (whole) return whole
  const [, owner, kind] = /^(.*)\.(weight|bias)$/.exec(bare) ?? []
  const norm = wholes[owner ?? '']
  if (norm) return `${norm}.${kind}`
  const [, coder, at, part] = /^(encoder|decoder)\.layers\.(\d+)\.(.+)$/.exec(owner ?? '') ?? []
  const own = parts[part ?? '']
  return own ? `${coder}.blocks.${at}.${own}.${kind}` : bare
}
