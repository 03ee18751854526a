/** The Writer that slices see: the language model where one is installed, else the analyser. */
import type { Log } from '../core/log.ts'
import { JobError } from '../core/errors.ts'
import type { Writer } from './engine.ts'
import { createExtractive } from './extractive/extractive.ts'
import { createLlama } from './llama.ts'
import type { LanguageModel, LlamaOptions } from './llama.ts'
import { checkSchema } from './schema-subset.ts'

export type WriterDeps = LlamaOptions & {
  log: Log
  /** The installed language model to use; null lets the built-in analyser answer. */
  findLanguageModel: () => Promise<LanguageModel | null>
}

/**
 * Chooses per job. A language model that fails, fails that job with its code: nobody gets another
 * engine's answer than the one that was installed for it.
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
      // Prompts are checked when saved; one from an older release may hold what is now refused.
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
