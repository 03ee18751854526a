import { ApiError, errors } from '../../core/errors.ts'
import type { ContentStatus } from '../../db/tables.ts'

/**
 * The refusal where a recording has no transcript. Choice: a failed item will never have one, so it
 * is missing rather than not ready.
 */
export const missingTranscript = (status: ContentStatus | undefined): ApiError =>
  status === 'failed'
    ? errors.notFound('transcript')
    : new ApiError('transcript_not_ready', 'This recording is not transcribed yet.')
