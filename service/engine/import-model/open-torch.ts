/** OpenAI's own format: a zip with a list of tensors in Python's pickle, and their numbers beside. */
import { open, type FileHandle } from 'node:fs/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { readPickle, type Pickled, type PickledTensor } from './pickle.ts'
import {
  bytesPer,
  NotImportable,
  sizeOf,
  type Checkpoint,
  type NumberType,
  type Tensor,
} from './tensors.ts'

const numberTypes: Readonly<Record<string, NumberType>> = {
  'torch FloatStorage': 'f32',
  'torch HalfStorage': 'f16',
  'torch BFloat16Storage': 'bf16',
}

/** The list of a Whisper is some hundred kilobytes. */
const largestList = 32 << 20

type Part = { at: number; bytes: number }

/** Opens `path`; the caller closes `file` when the tensors have been read. */
export async function openTorch(path: string): Promise<Checkpoint & { file: FileHandle }> {
  const parts = await listParts(path)
  const list = [...parts].find(([name]) => name.endsWith('/data.pkl'))
  if (!list) throw new NotImportable('This zip holds no PyTorch checkpoint.')
  const [name, { at, bytes }] = list
  if (bytes > largestList) throw new NotImportable('The list of tensors is too long for a Whisper.')
  const file = await open(path)
  try {
    const pickle = Buffer.alloc(bytes)
    await file.read(pickle, 0, bytes, at)
    const folder = name.slice(0, -'data.pkl'.length)
    const find = (key: string) => parts.get(`${folder}data/${key}`)
    return { file, tensors: toTensors(file, stateOf(readPickle(pickle)), find), vocabulary: null }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Where each member of the zip lies; weights are stored as they are, never compressed. */
async function listParts(path: string): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>()
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await locate(zip, entry))
    return parts
  } catch (error) {
    if (error instanceof NotImportable) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new NotImportable(`The checkpoint is cut or damaged: ${reason}`)
  } finally {
    zip?.close()
  }
}

async function locate(zip: ZipFile, entry: Entry): Promise<Part> {
  if (entry.compressionMethod !== 0) throw new NotImportable('The checkpoint is compressed.')
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (fileDataStart + entry.uncompressedSize > zip.fileSize) {
    throw new NotImportable('The checkpoint is cut or damaged: a part ends behind the file.')
  }
  return { at: fileDataStart, bytes: entry.uncompressedSize }
}

/** The tensors by name: of a checkpoint of OpenAI, or of a bare list. */
function stateOf(pickled: Pickled): Map<Pickled, Pickled> {
  const inner = pickled instanceof Map ? (pickled.get('model_state_dict') ?? pickled) : null
  if (inner instanceof Map) return inner
  throw new NotImportable('The checkpoint holds no list of tensors.')
}

function toTensors(
  file: FileHandle,
  state: ReadonlyMap<Pickled, Pickled>,
  find: (key: string) => Part | undefined,
): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>()
  for (const [name, value] of state) {
    const isTensor = typeof value === 'object' && value !== null && 'kind' in value
    if (typeof name !== 'string' || !isTensor || value.kind !== 'tensor') continue
    const part = find(value.storage.key)
    const type = numberTypes[value.storage.type]
    if (!part || !type) throw new NotImportable(`The numbers of ${name.slice(0, 80)} are missing.`)
    tensors.set(name, place(file, { value, part, type, name }))
  }
  return tensors
}

type Found = { value: PickledTensor; part: Part; type: NumberType; name: string }

function place(file: FileHandle, { value, part, type, name }: Found): Tensor {
  const { shape, strides, at } = value
  const isInRows = shape.every((_, axis) => strides[axis] === sizeOf(shape.slice(axis + 1)))
  if (!isInRows) throw new NotImportable(`The tensor ${name} is not stored row by row.`)
  if (at < 0 || (at + sizeOf(shape)) * bytesPer[type] > part.bytes) {
    throw new NotImportable(
      `The weights end before the tensor ${name} does: the file is cut or damaged.`,
    )
  }
  return { file, at: part.at + at * bytesPer[type], type, shape }
}
