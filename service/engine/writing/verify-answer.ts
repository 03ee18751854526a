import { JobError } from '../../core/errors.ts'
import { compileSchema } from '../check-result.ts'
import type { WriteRequest, Writing } from '../engine.ts'
import { findEvidence } from '../evidence.ts'
import type { Answer } from './write-answer.ts'

/**
 * The last check of a model's answer, in the service and not where the model ran: it conforms to
 * the schema (otherwise `JobError` schema_not_satisfied) and keeps what the recording supports.
 */
export function verifyAnswer(
  { result, coverage, places }: Answer,
  request: WriteRequest,
  modelUsed: string,
): Writing {
  const fault = compileSchema(request.schema)(result)
  if (fault) throw new JobError('schema_not_satisfied', `Does not conform: ${fault}.`)
  return { ...findEvidence(result, request, places), needsLanguageModel: [], modelUsed, coverage }
}
