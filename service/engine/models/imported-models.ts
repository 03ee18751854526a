/** The owner's own speech models: a verified copy of each, and a list next to the copies. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freeBytesOf } from '../../core/free-bytes.ts'
import { writeJsonFile } from '../../core/private-file.ts'
import { checkWeights } from '../ggml/check-weights.ts'
import { BadWeights, ggmlMagic } from '../ggml/header.ts'
import type { Dimensions } from '../ggml/whisper-shape.ts'
import { importedListName, readCatalogue, readImported, type Model } from './catalogue.ts'

export type ImportOptions = {
  /** The folder for the copy. */
  target: string
  /** The model's id from now on; derived from the file name if omitted. */
  id?: string | undefined
  signal: AbortSignal
}

/**
 * Copies the whisper.cpp weights at `from`, and lists them once the copy is complete. Throws an
 * `Error` with a message for the owner if the file has a different format, is damaged or too large.
 */
export async function importModel(from: string, options: ImportOptions): Promise<Model> {
  const source = path.resolve(from)
  const id = options.id ?? idOf(source)
  await requireFreeId(id)
  await requireGgml(source)
  await mkdir(options.target, { recursive: true })
  const part = path.join(options.target, `.importing-${randomUUID()}`)
  try {
    const copy = await copyWeights(source, part, options)
    const file = `${id}.bin`
    await rename(part, path.join(options.target, file))
    const model = toModel({ ...copy, id, file, from: source })
    await changeList(options.target, id, [model])
    return model
  } finally {
    await rm(part, { force: true })
  }
}

/** Lists a model in place of a former entry of its id; its file comes later. */
export const listModel = (folder: string, model: Model): Promise<void> =>
  changeList(folder, model.id, [model])

/** Removes a model from the list; its file stays. */
export async function removeImported(folder: string, id: string): Promise<void> {
  const isListed = (await readImported(folder)).some((model) => model.id === id)
  if (isListed) await changeList(folder, id, [])
}

async function requireGgml(source: string): Promise<void> {
  const facts = await stat(source).catch(() => undefined)
  if (facts === undefined) throw new Error(`There is nothing at ${source}.`)
  if (facts.isFile() && (await firstNumber(source)) === ggmlMagic) return
  throw new BadWeights(
    'Only ggml weights of whisper.cpp can be imported. Its own converters make them from a .pt ' +
      'checkpoint (models/convert-pt-to-ggml.py) or a Hugging Face folder (models/convert-h5-to-ggml.py).',
  )
}

async function firstNumber(source: string): Promise<number> {
  const file = await open(source)
  try {
    const bytes = Buffer.alloc(4)
    await file.read(bytes, 0, 4, 0)
    return bytes.readUInt32LE(0)
  } finally {
    await file.close()
  }
}

type Copy = { dimensions: Dimensions; bytes: number; sha256: string }

async function copyWeights(
  source: string,
  part: string,
  { target, signal }: ImportOptions,
): Promise<Copy> {
  await checkWeights(source)
  const { size } = await stat(source)
  await requireSpace(target, size)
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
  })
  const copy = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  await pipeline(createReadStream(source), hashed, copy, { signal })
  // Checks the copy, because the source may have changed since its own check.
  const dimensions = await checkWeights(part)
  return { dimensions, bytes: (await stat(part)).size, sha256: hash.digest('hex') }
}

/** Disk space to leave free in addition to the weights. */
const spareBytes = 64 << 20

async function requireSpace(folder: string, needed: number): Promise<void> {
  const missing = needed + spareBytes - (await freeBytesOf(folder))
  if (missing <= 0) return
  const megabytes = Math.ceil(missing / 1e6)
  throw new Error(`There is too little free space in ${folder}: ${megabytes} MB more is needed.`)
}

async function requireFreeId(id: string): Promise<void> {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(id)) {
    throw new Error(`"${id}" is not a name for a model: use small letters, digits and . _ -`)
  }
  const isTaken = (await readCatalogue()).some((model) => model.id === id)
  if (isTaken) throw new Error(`"${id}" is a model of the catalogue: choose another --id.`)
}

/** Derives an id from the file's name, or from its folder's if the file name is generic. */
function idOf(source: string): string {
  const name = path.basename(source).replace(/\.bin$/, '')
  const isGeneric = /^(model|ggml-model)$/.test(name)
  const plain = (isGeneric ? path.basename(path.dirname(source)) : name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  return `imported-${plain.slice(0, 80)}`
}

/** Size of the smallest vocabulary with all languages. */
const multilingualVocabulary = 51_865

type Facts = Copy & { id: string; file: string; from: string }

function toModel({ dimensions, bytes, sha256, id, file, from }: Facts): Model {
  const { audioContext, audioState, textLayers } = dimensions
  // Plus what the decoder keeps of a window, what a window takes, and ten minutes of sound.
  const memory =
    bytes + 4 * audioContext * textLayers * audioState + audioState * 260_000 + 157_000_000
  return {
    id,
    kind: 'speech-to-text',
    name: `Imported: ${path.basename(from)}`,
    file,
    bytes,
    sha256,
    licence: 'unknown',
    sources: [{ kind: 'imported', from }],
    languages: [dimensions.vocabulary < multilingualVocabulary ? 'en' : 'multilingual'],
    memory_bytes: memory,
    recommended_ram_bytes: Math.ceil(memory / 2 ** 30) * 2 * 2 ** 30,
  }
}

/**
 * Moves a list that cannot be read out of the way, so that the service starts; its models are not offered
 * until they are imported again. Returns the new name, or null where the list is whole or absent.
 */
export async function setAsideDamagedList(folder: string): Promise<string | null> {
  const list = path.join(folder, importedListName)
  try {
    await readImported(folder)
    return null
  } catch {
    const aside = `${list}.damaged-${randomUUID()}`
    await rename(list, aside)
    return aside
  }
}

/** Replaces the entries of `id`; writes the new list atomically. */
async function changeList(folder: string, id: string, added: readonly Model[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const others = (await readImported(folder)).filter((model) => model.id !== id)
  await writeJsonFile(path.join(folder, importedListName), { models: [...others, ...added] })
}
