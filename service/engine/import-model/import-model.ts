/** Takes in weights that the owner already has, whatever program they were made for. */
import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readCatalogue, requireModel, type Model } from '../models/catalogue.ts'
import { ggmlMagic } from '../ggml/header.ts'
import { addImported } from '../models/imported-models.ts'
import { dimensionsOf, type Dimensions } from './dimensions.ts'
import { readGgml, writeGgml } from './ggml.ts'
import { openCtranslate } from './open-ctranslate.ts'
import { openSafetensors } from './open-safetensors.ts'
import { openTorch } from './open-torch.ts'
import { NotImportable, type Checkpoint } from './tensors.ts'
import { readVocabulary } from './vocabulary.ts'

export type ImportOptions = {
  /** Where models are looked for. */
  folders: readonly string[]
  /** Where the imported one goes. */
  target: string
  id?: string | undefined
  signal: AbortSignal
}

type Opened = Checkpoint & { close: () => Promise<unknown> }

/** Converts or copies the weights at `from`; the entry stands in the list once the file is whole. */
export async function importModel(from: string, options: ImportOptions): Promise<Model> {
  const source = path.resolve(from)
  const id = options.id ?? idOf(source)
  await requireFreeId(id)
  await mkdir(options.target, { recursive: true })
  const part = path.join(options.target, `.importing-${randomUUID()}`)
  try {
    const made = await make(source, part, options)
    const file = `${id}.bin`
    await rename(part, path.join(options.target, file))
    const model = toModel({ ...made, id, file, from: source })
    await addImported(options.target, model)
    return model
  } finally {
    await rm(part, { force: true })
  }
}

type Made = { dimensions: Dimensions; bytes: number; sha256: string }

async function make(source: string, part: string, options: ImportOptions): Promise<Made> {
  if (await isGgml(source)) return copyGgml(source, part, options)
  const opened = await openForeign(source)
  try {
    const dimensions = dimensionsOf(opened)
    const vocabulary = opened.vocabulary ?? (await bundledVocabulary(dimensions, options))
    await requireSpace(options.target, spaceFor(dimensions))
    const { tensors } = opened
    const written = await writeGgml(part, { dimensions, vocabulary, tensors, ...options })
    return { dimensions, ...written }
  } finally {
    await opened.close()
  }
}

async function isGgml(source: string): Promise<boolean> {
  if (!(await stat(source).catch(() => gone(source))).isFile()) return false
  return (await firstBytes(source)).readUInt32LE(0) === ggmlMagic
}

const gone = (source: string): never => {
  throw new NotImportable(`There is nothing at ${source}.`)
}

async function firstBytes(source: string): Promise<Buffer> {
  const file = await open(source)
  try {
    const bytes = Buffer.alloc(4)
    await file.read(bytes, 0, 4, 0)
    return bytes
  } finally {
    await file.close()
  }
}

const has = (folder: string, name: string): Promise<boolean> =>
  access(path.join(folder, name)).then(
    () => true,
    () => false,
  )

async function openForeign(source: string): Promise<Opened> {
  if ((await stat(source)).isFile()) return openFile(source)
  if (await has(source, 'model.bin')) {
    const opened = await openCtranslate(source)
    return { ...opened, close: () => opened.file.close() }
  }
  if ((await readdir(source)).some((name) => /^model.*\.safetensors$/.test(name))) {
    const opened = await openSafetensors(source)
    return { ...opened, close: () => closeAll(opened.files) }
  }
  throw new NotImportable(
    'This folder holds neither model.safetensors (Hugging Face) nor model.bin (faster-whisper).',
  )
}

const closeAll = (files: readonly FileHandle[]) => Promise.all(files.map((file) => file.close()))

/** A checkpoint alone, or a file of a folder that was meant whole. */
async function openFile(source: string): Promise<Opened> {
  const folder = path.dirname(source)
  if (/\.safetensors$|^model\.bin$/.test(path.basename(source))) return openForeign(folder)
  if ((await firstBytes(source)).toString('latin1', 0, 2) !== 'PK') {
    throw new NotImportable(
      'This file is none of the kinds known here: ggml of whisper.cpp, a .pt checkpoint of OpenAI, ' +
        'or a folder of Hugging Face or faster-whisper.',
    )
  }
  const opened = await openTorch(source)
  const vocabulary = await readVocabulary(folder)
  return { ...opened, vocabulary, close: () => opened.file.close() }
}

const allLanguages = 51_865

async function bundledVocabulary(
  { vocabulary }: Dimensions,
  { folders }: ImportOptions,
): Promise<Uint8Array[]> {
  if (vocabulary < allLanguages) {
    throw new NotImportable(
      'These weights know English only and come without their word pieces: put vocab.json of the ' +
        'same model beside them.',
    )
  }
  const base = await requireModel('whisper-base-q5_1', folders)
  return (await readGgml(base.path)).vocabulary
}

/** A file of whisper.cpp is taken as it is, once every length in it has been checked. */
async function copyGgml(source: string, part: string, options: ImportOptions): Promise<Made> {
  const { dimensions } = await readGgml(source)
  const { size } = await stat(source)
  await requireSpace(options.target, size)
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
  })
  const target = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  await pipeline(createReadStream(source), hashed, target, { signal: options.signal })
  // What was checked and what was copied must be the same bytes.
  await readGgml(part)
  return { dimensions, bytes: size, sha256: hash.digest('hex') }
}

/** Left free beside the weights. */
const spareBytes = 64 << 20

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const missing = needed + spareBytes - bavail * bsize
  if (missing <= 0) return
  throw new NotImportable(
    `There is too little free space in ${folder}: ${megabytes(missing)} more.`,
  )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

/** Parameters of a Whisper, to a few per cent, in two bytes each. */
function spaceFor({ audioState: state, audioLayers, textLayers, vocabulary }: Dimensions): number {
  return 2 * state * (state * (12 * audioLayers + 16 * textLayers + 3) + vocabulary + 8_000)
}

async function requireFreeId(id: string): Promise<void> {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(id)) {
    throw new NotImportable(`"${id}" is no name for a model: use small letters, digits and . _ -`)
  }
  const taken = (await readCatalogue()).some((model) => model.id === id)
  if (taken) throw new NotImportable(`"${id}" is a model of the catalogue: choose another --id.`)
}

/** A name made from the file's or the folder's. */
function idOf(source: string): string {
  const name = path.basename(source).replace(/\.(bin|pt|safetensors)$/, '')
  const isNameless = /^(model|ggml-model|pytorch_model)$/.test(name)
  const plain = (isNameless ? path.basename(path.dirname(source)) : name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  return `imported-${plain.slice(0, 80)}`
}

type Facts = Made & { id: string; file: string; from: string }

function toModel({ dimensions, bytes, sha256, id, file, from }: Facts): Model {
  // What whisper.cpp takes beside the weights for its context and its buffers.
  const memory = bytes + 120_000_000 + dimensions.audioState * 250_000
  return {
    id,
    kind: 'speech-to-text',
    name: `Imported: ${path.basename(from)}`,
    file,
    bytes,
    sha256,
    licence: 'unknown',
    sources: [{ kind: 'imported', from }],
    languages: [dimensions.vocabulary < allLanguages ? 'en' : 'multilingual'],
    memory_bytes: memory,
    recommended_ram_bytes: Math.ceil(memory / 2 ** 30) * 2 * 2 ** 30,
  }
}
