import { EarshotError } from 'earshot/client'
import { inWords, type Told } from './failure-words.ts'

/** Any thrown value as a failure to show, with its message in the page's language. */
export const asFailure = (error: unknown): EarshotError =>
  error instanceof EarshotError ? translated(error) : unexpected(error)

/** Why work failed after its request was accepted: the `error` of a recording, an analysis … */
export const failureWords = (failure: { code: string; message: string }): string =>
  inWords({ ...failure, details: [] }).message

/**
 * The errors of a form: one for each of its fields that the service rejected, and a sentence for
 * the rest.
 * @param known names of the form's fields; `settings.x` in the response matches `x` or `settings.x`
 */
export function formErrors(
  error: unknown,
  known: readonly string[],
): { fields: Record<string, string>; rest: string | null } {
  const failure = asFailure(error)
  const fields: Record<string, string> = {}
  for (const { field: path, message } of failure.details) {
    const name = known.find((one) => path === one || path.split(/[./]/).includes(one))
    if (name && !fields[name]) fields[name] = message
  }
  return { fields, rest: Object.keys(fields).length > 0 ? null : failure.message }
}

function translated(failure: EarshotError): EarshotError {
  const { code, status, requestId, cause } = failure
  const { message, details }: Told = inWords(failure)
  if (message === failure.message && details === failure.details) return failure
  return new EarshotError(message, { code, status, details, requestId, cause })
}

const unexpected = (error: unknown): EarshotError =>
  new EarshotError(
    failureWords({
      code: 'unexpected_error',
      message: error instanceof Error ? error.message : '',
    }),
    { code: 'unexpected_error', status: -1 },
  )
