/** Chooses the weights for a recording and checks that they support its language. */
import { JobError } from '../../core/errors.ts'
import { supportsLanguage, readModels, requireFile, type Model } from '../models/catalogue.ts'
import { machineMemory } from '../models/machine.ts'
import type { SpeechRequest } from '../engine.ts'
import { isKnownLanguage, toWhisperLanguage } from '../whisper/languages.ts'

export type Weights = {
  id: string
  path: string
  bytes: number
  sha256: string
  /** Whisper's code for a language, or `auto`. */
  language: string
  /** Always false with English-only weights, which cannot translate and need not. */
  translate: boolean
}

type Choice = Pick<SpeechRequest, 'model' | 'language' | 'translateToEnglish'>

/**
 * Verifies the chosen weights. Throws `model_missing`, `language_unsupported` or `out_of_memory`, with
 * advice.
 */
export async function chooseWeights(
  { folders, modelId }: { folders: readonly string[]; modelId: string },
  request: Choice,
): Promise<Weights> {
  const id = request.model ?? modelId
  const model = (await readModels(folders)).find((entry) => entry.id === id)
  if (model?.kind !== 'speech-to-text') {
    throw new JobError(
      'model_missing',
      `There is no speech model "${id}". Choose one of the list: npm run models -- list`,
    )
  }
  requireMemory(model)
  const language = languageFor(model, request.language)
  const { path, bytes, sha256 } = await requireFile(model, folders)
  const translate = request.translateToEnglish === true && !isEnglishOnly(model)
  return { id, path, bytes, sha256, language, translate }
}

/** A system that runs out of memory ends any program, or none and stands still. */
function requireMemory({ name, memory_bytes: needed }: Model): void {
  const here = machineMemory()
  if (needed <= here) return
  throw new JobError(
    'out_of_memory',
    `"${name}" takes ${toGigabytes(needed)} GB of memory at work; this machine has ` +
      `${toGigabytes(here)}. Choose smaller weights on the Models page.`,
  )
}

const toGigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1)

const isEnglishOnly = ({ languages }: Model): boolean => languages.every((each) => each === 'en')

function languageFor(model: Model, tag: string | undefined): string {
  if (tag === undefined || tag === 'auto') return isEnglishOnly(model) ? 'en' : 'auto'
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  if (!isKnownLanguage(code)) {
    throw new JobError('language_unsupported', `No speech model knows the language "${tag}".`)
  }
  if (!supportsLanguage(model, code)) {
    throw new JobError(
      'language_unsupported',
      `The model "${model.id}" knows ${model.languages.join(', ')} only, not "${code}". Choose ` +
        'multilingual weights, or another language.',
    )
  }
  return toWhisperLanguage(code)
}
