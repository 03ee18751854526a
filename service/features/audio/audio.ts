import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { refusalOf } from './failures.ts'
import { transcribeKept } from './kept.ts'
import type { Order, Speech } from './order.ts'
import { transcribePassing } from './passing.ts'
import type { TranscriptionForm } from './schema.ts'

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
  if (form['timestamp_granularities[]'] !== undefined && format !== 'verbose_json') {
    const text = 'Times of words and segments need the response_format verbose_json.'
    throw errors.invalid('timestamp_granularities[]', 'unsupported', text)
  }
  if (stream && !['json', 'text', 'diarized_json'].includes(format)) {
    const text = `A stream has no ${format}: only json, text and diarized_json.`
    throw errors.invalid('response_format', 'unsupported', text)
  }
}
