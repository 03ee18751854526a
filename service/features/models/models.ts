import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { readCursor, signCursor } from '../../core/cursor.ts'
import type { Deps } from '../../deps.ts'
import {
  supportsLanguage,
  modelFolders,
  readModels,
  type Model,
} from '../../engine/models/catalogue.ts'
import { builtInModel } from '../../engine/extractive/extractive.ts'
import { locateLanguageModel } from '../../engine/language-models.ts'
import { detectLanguage, isKnownLanguage } from '../../engine/whisper/languages.ts'
import type { PageOf } from '../../http/envelope.ts'
import { isConnected } from '../model-servers/model-servers.ts'
import type { ModelQuery, ModelRecord } from './schema.ts'
import { openView, toRecord } from './record.ts'
import { selectDefaults } from './store.ts'

/** Every model that is offered, in the order of the catalogue, with how fast it is on this machine. */
export async function listModels(
  { db, config, keys, modelInstalls }: Pick<Deps, 'db' | 'config' | 'keys' | 'modelInstalls'>,
  caller: Caller,
  { kind, limit, cursor }: ModelQuery,
): Promise<PageOf<ModelRecord>> {
  const folders = foldersOf({ config })
  const ofKind = (await readModels(folders)).filter((model) => !kind || model.kind === kind)
  const models = (
    await Promise.all(ofKind.map((model) => whereListed(modelInstalls, model)))
  ).flat()
  const list = JSON.stringify(['models', kind ?? null])
  const after = readCursor(keys.cursor, cursor, list)
  const start = after === null ? 0 : models.findIndex(({ id }) => id === after) + 1
  const shown = models.slice(start, start + limit)
  const view = await openView(db.sql, caller, folders)
  const items = await Promise.all(
    shown.map(async (model) => toRecord(db.sql, view, model, await modelInstalls.stateOf(model))),
  )
  const last = shown.at(-1)
  const hasMore = last !== undefined && start + limit < models.length
  return { items, nextCursor: hasMore ? signCursor(keys.cursor, last.id, list) : null }
}

/** One that is of use to tests alone is listed once it is here or on its way. */
async function whereListed(installs: Deps['modelInstalls'], model: Model): Promise<Model[]> {
  if (!model.is_hidden) return [model]
  return (await installs.stateOf(model)).status === 'missing' ? [] : [model]
}

/** One model of that list; 404 on an id that it does not have. */
export async function getModel(
  deps: Pick<Deps, 'db' | 'config' | 'modelInstalls'>,
  caller: Caller,
  id: string,
): Promise<ModelRecord> {
  const model = await requireModel(deps, id)
  const view = await openView(deps.db.sql, caller, foldersOf(deps))
  return toRecord(deps.db.sql, view, model, await deps.modelInstalls.stateOf(model))
}

export const foldersOf = ({ config }: Pick<Deps, 'config'>): string[] =>
  modelFolders(config.modelsFolders, config.dataDir)

/** @throws 404 */
export async function requireModel(deps: Pick<Deps, 'config'>, id: string): Promise<Model> {
  const model = (await readModels(foldersOf(deps))).find((entry) => entry.id === id)
  if (!model) throw errors.notFound('model')
  return model
}

/** How a recording is to be heard; null is left to detection, or to the default weights. */
export type SpeechChoice = { language: string | null; speech_model: string | null }
export type SpeechModels = readonly Model[]

/**
 * The speech models there are, imported ones too, which a wish is compared with; none where there is
 * no wish. Read before a transaction, not in one.
 */
export async function readSpeechModels(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  requested: Partial<SpeechChoice> = {},
): Promise<SpeechModels> {
  if (!choosesSpeech(requested)) return []
  const models = await readModels(foldersOf({ config }))
  const { speech_model: chosen } = await selectDefaults(db.sql, organizationId)
  return models
    .filter(({ kind }) => kind === 'speech-to-text')
    .map((model) => (chosen === null ? model : { ...model, is_default: model.id === chosen }))
}

/** The models that an organization wants by default, as columns; 400 on what is none of that kind. */
export async function requireDefaultModels(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  caller: Pick<Caller, 'organizationId'>,
  requested: Partial<Record<keyof typeof kindOfDefault, string | null>>,
): Promise<Partial<Record<keyof typeof kindOfDefault, string | null>>> {
  const models = await readModels(foldersOf({ config }))
  const chosen: Partial<Record<keyof typeof kindOfDefault, string | null>> = {}
  for (const field of ['speech_model', 'language_model'] as const) {
    const id = requested[field]
    if (id === undefined) continue
    const isThere =
      models.some((model) => model.id === id && model.kind === kindOfDefault[field]) ||
      (field === 'language_model' && id !== null && (await isConnected(db.sql, caller, id)))
    if (id !== null && !isThere) {
      const text = `There is no ${kindOfDefault[field]} model "${id}"; GET /v1/models lists them.`
      throw errors.invalid(`settings.${field}`, 'unknown', text)
    }
    chosen[field] = id
  }
  return chosen
}

/** 400 on a model that cannot write an analysis here. */
export async function requireWritingModel(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  caller: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<void> {
  const folders = foldersOf({ config })
  const isThere =
    id === builtInModel ||
    (await locateLanguageModel(folders, id)) !== null ||
    (await isConnected(db.sql, caller, id))
  if (isThere) return
  const text = `No language model "${id}" is installed or connected; GET /v1/models lists them.`
  throw errors.invalid('model', 'unknown', text)
}

const kindOfDefault = { speech_model: 'speech-to-text', language_model: 'language-model' } as const

const choosesSpeech = ({ language, speech_model }: Partial<SpeechChoice>): boolean =>
  language !== undefined || speech_model !== undefined

/**
 * 400 on the field of a body that names no language or model known here, or that makes a pair of
 * both which cannot be heard.
 * @param requested what the body says
 * @param pair what would hold with it
 * @param place where the fields stand in the body, such as `settings.`
 */
export function requireSpeech(
  models: SpeechModels,
  requested: Partial<SpeechChoice>,
  pair: SpeechChoice,
  place = '',
): void {
  if (!choosesSpeech(requested)) return
  const { language, speech_model: id } = requested
  if (id && !models.some((model) => model.id === id)) {
    const text = `There is no speech model "${id}"; GET /v1/models lists them.`
    throw errors.invalid(`${place}speech_model`, 'unknown', text)
  }
  if (language && language !== detectLanguage && !isKnownLanguage(language)) {
    const text = `"${language}" is no ISO 639-1 code of a language that can be transcribed.`
    throw errors.invalid(`${place}language`, 'unknown', text)
  }
  const problem = findUnsupported(models, pair)
  if (!problem) return
  const field = id && !language ? 'speech_model' : 'language'
  throw errors.invalid(`${place}${field}`, 'language_unsupported', problem)
}

/** Why the weights cannot hear the language, or null where they can. */
function findUnsupported(
  models: SpeechModels,
  { language, speech_model }: SpeechChoice,
): string | null {
  const model = models.find(({ id, is_default }) =>
    speech_model ? id === speech_model : is_default,
  )
  if (!language || !model || supportsLanguage(model, language)) return null
  return `${model.name} hears ${model.languages.join(', ')} only, not "${language}".`
}
