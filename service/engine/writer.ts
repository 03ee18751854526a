/**
 * The Writer for slices: a language model if one is installed or connected, otherwise the built-in
 * analyser.
 */
import type { Log } from '../core/log.ts'
import { JobError } from '../core/errors.ts'
import type { Embedder } from './embedding/embedder.ts'
import type { ModelChoice, ModelRequest, WorkOptions, Writer, Writing } from './engine.ts'
import { createConnected, type ConnectedOptions } from './connected.ts'
import { servedModelName, type ServedModel } from './connected/model-server.ts'
import {
  builtInModel,
  createExtractive,
  extractiveModel,
  writeFromTalk,
} from './extractive/extractive.ts'
import { judgeWith } from './extractive/judgement.ts'
import { takeEntranceTest } from './reading/entrance.ts'
import type { EntranceRecords } from './reading/entrance-records.ts'
import { createLlama } from './llama.ts'
import { guideWith } from './reading-guide.ts'
import type { LanguageModel, LlamaOptions } from './llama.ts'
import { step } from './schema-shape.ts'
import { checkSchema } from './schema-subset.ts'

export type WriterDeps = LlamaOptions & {
  log: Log
  /**
   * The language model to use, installed or served; null selects the built-in analyser. Where one is chosen by
   * its id, that model; null where it is not here.
   */
  findLanguageModel: (choice?: ModelChoice) => Promise<LanguageModel | ServedModel | null>
  connected?: ConnectedOptions
  /** What recordings are classified by, for the built-in analyser and before a small model reads them. */
  embedder: Embedder
  /** Which models read whole recordings; none does where this is omitted. */
  entrance?: EntranceRecords
}

/**
 * Chooses an engine per job. If the language model fails, the job fails with its code instead of
 * falling back to the analyser: nobody gets an answer from an engine they did not choose.
 */
export function createWriter(deps: WriterDeps): Writer {
  const { findLanguageModel, connected, embedder, entrance, ...options } = deps
  const extractive = createExtractive(judgeWith(embedder))
  const guideReading = guideWith(embedder)
  const llama = createLlama(options)
  const served = createConnected(connected)
  const askModel = (model: LanguageModel | ServedModel, request: ModelRequest, work: WorkOptions) =>
    'server' in model ? served.write(model, request, work) : llama.write(model, request, work)

  /** A model takes its test before its first recording. */
  const readsWhole = async (model: LanguageModel | ServedModel, { signal }: WorkOptions) => {
    if (!entrance) return false
    const name = entranceName(model)
    const known = await entrance.read(name)
    if (known) return known.isPassed
    const silent = { signal, onProgress: () => undefined }
    const result = await takeEntranceTest((request) => askModel(model, request, silent))
    await entrance.write(name, result)
    return result.isPassed
  }

  return {
    status: async (choice) => {
      const model = await findLanguageModel(choice)
      if (!model) return extractive.status(choice)
      return { ready: true, model: 'server' in model ? servedModelName(model) : model.id }
    },
    checkSchema,
    write: async (request, work) => {
      // Prompts are checked when saved, but one from an older release may contain
      // what is now rejected.
      const refusal = checkSchema(request.schema)
      if (refusal) {
        const { pointer, message } = refusal
        throw new JobError('schema_not_satisfied', `${pointer || 'The schema'}: ${message}`)
      }
      const wanted = request.choice?.model
      const model = wanted === builtInModel ? null : await findLanguageModel(request.choice)
      if (!model && wanted !== undefined && wanted !== builtInModel) {
        throw new JobError('model_missing', 'The language model of this analysis is not here.')
      }
      if (!model) return extractive.write(request, work)
      // An excerpt has been chosen by whoever asks, who reads the quotes too.
      if (request.isExcerpt === true) return askModel(model, request, work)
      if (await readsWhole(model, work)) {
        return askModel(model, { ...request, isReadWhole: true }, work)
      }
      const guided = await guideReading(request, work.signal).catch((error: unknown) => {
        if (work.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
        throw error
      })
      if (!guided) return askModel(model, request, work)
      const { guide, talk } = guided
      // A small model lists hardly anything from a long reading, and little of it right: these moments are found without it.
      const moments = writeFromTalk(talk, request)
      return withLists(await askModel(model, { ...request, guide }, work), moments, guide.listed)
    },
    measure: async (id, work) => {
      // An installed one is no organization's.
      const model = await findLanguageModel({ organizationId: '', model: id })
      return model && !('server' in model) ? llama.measure(model, work) : null
    },
    examine: async (id, work) => {
      const model = await findLanguageModel({ organizationId: '', model: id })
      if (model) await readsWhole(model, work)
    },
    stop: llama.stop,
  }
}

/** What a model wrote, with these lists of another's writing. */
function withLists(written: Writing, moments: Writing, listed: readonly string[]): Writing {
  const isListed = (pointer: string) =>
    listed.some((name) => `${pointer}/`.startsWith(`${step('', name)}/`))
  const lists = Object.entries(moments.result).filter(([name]) => listed.includes(name))
  const evidence = Object.entries(moments.evidence).filter(([pointer]) => isListed(pointer))
  return {
    ...written,
    result: { ...written.result, ...Object.fromEntries(lists) },
    evidence: { ...written.evidence, ...Object.fromEntries(evidence) },
    needsLanguageModel: moments.needsLanguageModel.filter(isListed),
  }
}

/** By what a model is that the test told of: its weights, or where they are served. */
const entranceName = (model: LanguageModel | ServedModel): string =>
  'server' in model ? servedModelName(model) : model.sha256

/** Who would write: the built-in analyser, a language model of this machine, or one that another program serves. */
export async function whoWrites(
  writer: Pick<Writer, 'status'>,
  choice: ModelChoice,
): Promise<'built-in' | 'installed' | 'served'> {
  if (choice.model === builtInModel) return 'built-in'
  const status = await writer.status(choice)
  if (!status.ready || status.model === extractiveModel) return 'built-in'
  // The name of a served model ends with its server; no id of the catalogue has an @.
  return status.model.includes('@') ? 'served' : 'installed'
}

/** Whether a language model would write, the one asked for or the usual one, and not the built-in analyser. */
export async function usesLanguageModel(
  writer: Pick<Writer, 'status'>,
  choice: ModelChoice,
): Promise<boolean> {
  if (choice.model !== undefined) return choice.model !== builtInModel
  const status = await writer.status(choice)
  return status.ready && status.model !== extractiveModel
}
