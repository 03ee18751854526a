/** faster-whisper's format: a folder with CTranslate2's model.bin and the word pieces. */
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fromStart, type Reader } from './reader.ts'
import {
  bytesPer,
  NotImportable,
  readTensor,
  requireInside,
  sizeOf,
  type Checkpoint,
  type NumberType,
  type Tensor,
} from './tensors.ts'
import { readVocabulary } from './vocabulary.ts'

/** In the order of CTranslate2's own numbering; null is never a weight. */
const numberTypes: readonly (NumberType | null)[] = ['f32', 'i8', 'i16', null, 'f16', 'bf16']
const mostVariables = 20_000

/** Opens `folder`; the caller closes `file`. */
export async function openCtranslate(folder: string): Promise<Checkpoint & { file: FileHandle }> {
  const file = await open(path.join(folder, 'model.bin'))
  try {
    const found = await readVariables(file)
    return { file, tensors: await toOwnTensors(found), vocabulary: await readVocabulary(folder) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readVariables(file: FileHandle): Promise<Map<string, Tensor>> {
  const { size } = await file.stat()
  const reader = fromStart(file, size)
  const version = await reader.uint32()
  const made = version >= 2 && version <= 20 ? await readName(reader) : ''
  if (made !== 'WhisperSpec') throw new NotImportable('model.bin is no Whisper of CTranslate2.')
  await reader.uint32() // the revision of the layout; the names tell the same
  const found = new Map<string, Tensor>()
  const count = await reader.uint32()
  if (count > mostVariables)
    throw new NotImportable('model.bin lists more tensors than any Whisper.')
  for (let at = 0; at < count; at += 1) await readVariable(file, reader, found)
  for (let left = await reader.uint32(); left > 0; left -= 1) {
    const alias = await readName(reader)
    const target = found.get(await readName(reader))
    if (target) found.set(alias, target)
  }
  return found
}

async function readVariable(
  file: FileHandle,
  reader: Reader,
  found: Map<string, Tensor>,
): Promise<void> {
  const name = await readName(reader)
  const rank = await reader.uint8()
  if (rank > 4) throw new NotImportable(`The tensor ${name} has ${rank} dimensions.`)
  const shape: number[] = []
  for (let axis = 0; axis < rank; axis += 1) shape.push(await reader.uint32())
  const type = numberTypes[await reader.uint8()]
  const bytes = await reader.uint32()
  const tensor = { file, at: reader.place(), type: type ?? 'i8', shape }
  reader.skip(bytes)
  if (!type || bytes !== sizeOf(shape) * bytesPer[type]) return
  requireInside(tensor, name, tensor.at + bytes)
  found.set(name, tensor)
}

/** A length, then as many bytes with a NUL at the end. */
async function readName(reader: Reader): Promise<string> {
  const bytes = await reader.bytes(await reader.uint16())
  return bytes.toString('utf8').replace(/\0$/, '')
}

const attention = (from: string, to: string): [string, string][] => [
  [`${from}/linear_0`, `${to}.query ${to}.key ${to}.value`],
  [`${from}/linear_1`, `${to}.out`],
  [`${from}/layer_norm`, `${to}_ln`],
]
const feedForward = (from: string, to: string): [string, string][] => [
  [`${from}/ffn/layer_norm`, `${to}.mlp_ln`],
  [`${from}/ffn/linear_0`, `${to}.mlp.0`],
  [`${from}/ffn/linear_1`, `${to}.mlp.2`],
]
const crossAttention = (from: string, to: string): [string, string][] => [
  [`${from}/linear_0`, `${to}.query`],
  [`${from}/linear_1`, `${to}.key ${to}.value`],
  [`${from}/linear_2`, `${to}.out`],
  [`${from}/layer_norm`, `${to}_ln`],
]

/** What CTranslate2 calls a layer, and OpenAI's name; several where it joins them in one tensor. */
const ownNames = new Map<string, string>([
  ['encoder/conv1', 'encoder.conv1'],
  ['encoder/conv2', 'encoder.conv2'],
  ['encoder/layer_norm', 'encoder.ln_post'],
  ['decoder/layer_norm', 'decoder.ln'],
  ...Array.from({ length: 64 }, (_, at) => at).flatMap((at) => {
    const encoder = [`encoder/layer_${at}`, `encoder.blocks.${at}`] as const
    const decoder = [`decoder/layer_${at}`, `decoder.blocks.${at}`] as const
    return [
      ...[encoder, decoder].flatMap(([from, to]) => [
        ...attention(`${from}/self_attention`, `${to}.attn`),
        ...feedForward(from, to),
      ]),
      ...crossAttention(`${decoder[0]}/attention`, `${decoder[1]}.cross_attn`),
    ]
  }),
])
const wholes: Readonly<Record<string, string>> = {
  'encoder/position_encodings/encodings': 'encoder.positional_embedding',
  'decoder/position_encodings/encodings': 'decoder.positional_embedding',
  'decoder/embeddings/weight': 'decoder.token_embedding.weight',
}
const endings: Readonly<Record<string, string>> = {
  weight: 'weight',
  gamma: 'weight',
  bias: 'bias',
  beta: 'bias',
}

async function toOwnTensors(found: ReadonlyMap<string, Tensor>): Promise<Map<string, Tensor>> {
  const own = new Map<string, Tensor>()
  for (const [name, bare] of found) {
    const scales = found.get(`${name}_scale`)
    const tensor = scales ? { ...bare, scales: await readScales(scales, bare, name) } : bare
    const whole = wholes[name]
    if (whole) own.set(whole, tensor)
    const cut = name.lastIndexOf('/')
    const kind = endings[name.slice(cut + 1)]
    const names = ownNames.get(name.slice(0, cut))?.split(' ') ?? []
    if (!kind) continue
    for (const [at, part] of names.entries()) {
      own.set(`${part}.${kind}`, sliceRows(tensor, at, names.length))
    }
  }
  return own
}

async function readScales(scales: Tensor, of: Tensor, name: string): Promise<Float32Array> {
  const count = sizeOf(scales.shape)
  if (count !== 1 && count !== of.shape[0]) {
    throw new NotImportable(`The scales of ${name} do not fit it.`)
  }
  const pieces = await Array.fromAsync(readTensor(scales))
  return pieces[0] ?? new Float32Array()
}

/** One of several layers whose rows stand in one tensor. */
function sliceRows(tensor: Tensor, part: number, parts: number): Tensor {
  if (parts === 1) return tensor
  const [rows = 0, ...rest] = tensor.shape
  const own = rows / parts
  const { scales } = tensor
  return {
    ...tensor,
    at: tensor.at + part * own * sizeOf(rest) * bytesPer[tensor.type],
    shape: [own, ...rest],
    ...(scales && scales.length > 1 && { scales: scales.subarray(part * own, (part + 1) * own) }),
  }
}
