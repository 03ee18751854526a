import { JobError } from '../core/errors.ts'
import type { Answer } from './answer-request.ts'
import { compileSchema } from './check-result.ts'
import type { WriteRequest, Writing } from './engine.ts'
import { findEvidence } from './evidence.ts'

/**
 * The last check of a model's answer, in the service and not where the model ran: it conforms to
 * the schema (otherwise `JobError` schema_not_satisfied) and keeps what the recording supports. Statements that cite
 * their lines have been checked one by one; of others the words are looked for.
 */
export function verifyAnswer(answer: Answer, request: WriteRequest, modelUsed: string): Writing {
  const { result, coverage } = answer
  const fault = compileSchema(request.schema)(result)
  if (fault) throw new JobError('schema_not_satisfied', `Does not conform: ${fault}.`)
  const common = { needsLanguageModel: [], modelUsed, coverage }
  if ('evidence' in answer) {
    const { evidence, claims, confidenceScore } = answer
    return { result, evidence: ofRequest(evidence, request), claims, confidenceScore, ...common }
  }
  return { ...findEvidence(result, request, answer.places), ...common }
}

/** Without ids of segments that the recording does not have. */
function ofRequest(evidence: Record<string, string[]>, { segments }: WriteRequest) {
  const known = new Set(segments.map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(evidence).map(([pointer, ids]) => [pointer, ids.filter((id) => known.has(id))]),
  )
}
