import { ApiError, errors, JobError } from '../../core/errors.ts'

/** The file is at fault: another one may do. */
const ofFile = new Set<string | null>([
  'no_audio_stream',
  'unsupported_media',
  'media_too_long',
  'decode_failed',
  'media_damaged',
  'media_missing',
])

/** What a transcription failed with, as the answer to the request that waits for it. */
export function toRefusal(code: string | null, message: string | null): ApiError {
  const text = message ?? 'The recording could not be transcribed.'
  if (ofFile.has(code)) return errors.invalid('file', code ?? 'invalid', text)
  if (code === 'language_unsupported') return errors.invalid('language', code, text)
  if (code === 'model_missing') return new ApiError('model_unavailable', text)
  if (code === 'quota_exceeded') return new ApiError('quota_exceeded', text)
  if (code === 'insufficient_storage') return new ApiError('insufficient_storage', text)
  if (code === 'cancelled') return new ApiError('content_not_processing', text)
  // The same file would fail in the same way: OpenAI's clients send it again unless they are told.
  return new ApiError('internal_error', text, { headers: { 'x-should-retry': 'false' } })
}

export const refusalOf = (error: unknown): unknown =>
  error instanceof JobError ? toRefusal(error.code, error.message) : error
