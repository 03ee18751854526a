import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { refusalOf } from './failures.ts'
import { transcribeKept } from './kept.ts'
import type { Order, Speech } from './order.ts'
import { transcribePassing } from './passing.ts'
import type { TranscriptionForm, TranslationForm } from './schema.ts'

/**
 * Transcribes a file for a program that waits for it (api-choices.md 32). Throws what the answer says.
 * @param projectId the project that keeps it; undefined, and nothing is kept
 */
export async function transcribeAudio(
  deps: Deps,
  caller: Caller,
  { projectId, ...order }: Order & { projectId: string | undefined },
): Promise<Speech> {
  if (order.file.bytes === 0) throw errors.invalid('file', 'invalid', 'The file is empty.')
  try {
    return projectId === undefined
      ? await transcribePassing(deps, caller, order)
      : await transcribeKept(deps, caller, projectId, order)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** 400 on fields that do not go together. */
export function requireMatching(form: TranscriptionForm): void {
  const { response_format: format = 'json', stream } = form
  // Those of segments are the default, which some programs send with every format.
  if (form['timestamp_granularities[]']?.includes('word') && format !== 'verbose_json') {
    const text = 'Times of words need the response_format verbose_json.'
    throw errors.invalid('timestamp_granularities[]', 'unsupported', text)
  }
  if (form['include[]'] !== undefined && format !== 'json') {
    const text = 'logprobs need the response_format json.'
    throw errors.invalid('include[]', 'unsupported', text)
  }
  if (stream && !['json', 'text', 'diarized_json'].includes(format)) {
    const text = `A stream has no ${format}: only json, text and diarized_json.`
    throw errors.invalid('response_format', 'unsupported', text)
  }
}

/** What the engine is told of the words to expect. 400 where a project keeps the recording, whose vocabulary is taken. */
export function toPrompt(form: TranscriptionForm | TranslationForm): string | undefined {
  const hints = (['hotwords', 'prompt'] as const).filter((field) => form[field] !== undefined)
  const [first] = hints
  if (first === undefined) return undefined
  if (form.project_id !== undefined) {
    const text =
      'A recording that is kept is transcribed with the vocabulary of its project: add the words there.'
    throw errors.invalid(first, 'unsupported', text)
  }
  return hints.map((field) => form[field]).join(' ')
}
