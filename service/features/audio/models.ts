import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { readSpeechModels, requireSpeech } from '../models/models.ts'

/**
 * Names that programs send: those of OpenAI, Groq and others, and the plain sizes of Whisper. Our own
 * ids end with the precision of their weights, so that a misspelled one is none of these.
 */
const wellKnown = new RegExp(
  '^(?:[\\w.-]+/)?(?:' +
    'whisper(?:-1)?|' +
    'gpt-[\\w.]+(?:-mini)?-transcribe(?:-[\\w-]+)?|' +
    '(?:(?:faster|distil)-)*(?:whisper-)?(?:tiny|base|small|medium|large)(?:[.-](?:en|v\\d|turbo|ct2))*' +
    ')$',
)

/** What programs send for a language that is to be detected. */
const detected = /^(?:auto|detect|none|null|undefined)$/i

type Requested = {
  model: string
  language: string | undefined
  translates: boolean
  /** The model that the owner chose, where the form names none of ours. */
  preferred: string | null
}
export type Choice = { speech_model: string | null; language: string | null }

/**
 * The model and the language that a form names; null for what is left to the owner's choice and to
 * detection. 400 on what is not known here.
 */
export async function chooseSpeech(
  deps: Pick<Deps, 'config' | 'db'>,
  caller: Caller,
  { model, language, translates, preferred }: Requested,
): Promise<Choice> {
  const spoken = language === undefined || detected.test(language) ? null : language
  const models = await readSpeechModels(deps, caller, { speech_model: model, language: spoken })
  const isOurs = models.some(({ id }) => id === model)
  if (!isOurs && !wellKnown.test(model)) {
    const text = `There is no speech model "${model}"; GET /v1/models lists them, and whisper-1 stands for the one set up here.`
    throw errors.invalid('model', 'unknown', text)
  }
  const choice = { speech_model: isOurs ? model : preferred, language: spoken }
  requireSpeech(models, { language: spoken }, choice)
  const used = models.find(({ id, is_default: isDefault }) =>
    choice.speech_model === null ? isDefault : id === choice.speech_model,
  )
  if (translates && used?.languages.every((each) => each === 'en')) {
    const text = `${used.name} knows English only; translating needs a multilingual model.`
    throw errors.invalid('model', 'language_unsupported', text)
  }
  return choice
}
