/**
 * The Writer for slices: the language model if one is installed, otherwise the built-in analyser.
 */
import type { Log } from '../core/log.ts'
import { JobError } from '../core/errors.ts'
import type { Writer } from './engine.ts'
import { createExtractive } from './extractive/extractive.ts'
import { createLlama } from './llama.ts'
import type { LanguageModel, LlamaOptions } from './llama.ts'
import { checkSchema } from './schema-subset.ts'

export type WriterDeps = LlamaOptions & {
  log: Log
  /** The installed language model to use; null selects the built-in analyser. */
  findLanguageModel: () => Promise<LanguageModel | null>
}

/**
 * Chooses an engine per job. If the language model fails, the job fails with its code instead of
 * falling back to the analyser: nobody gets an answer from an engine they did not choose.
 */
export function createWriter({ findLanguageModel, ...options }: WriterDeps): Writer {
  const extractive = createExtractive()
  const llama = createLlama(options)
  return {
    status: async () => {
      const model = await findLanguageModel()
      return model ? { ready: true, model: model.id } : extractive.status()
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
      const model = await findLanguageModel()
      return model ? llama.write(model, request, work) : extractive.write(request, work)
    },
    stop: llama.stop,
  }
}
