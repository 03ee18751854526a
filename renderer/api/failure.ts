import { EarshotError as ApiFailure } from 'earshot/client'

export { EarshotError as ApiFailure, toEarshotError as toFailure } from 'earshot/client'

/** Any thrown value as a failure, for screens. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure
    ? error
    : new ApiFailure(error instanceof Error ? error.message : 'Something went wrong.', {
        code: 'unexpected_error',
        status: -1,
      })

/**
 * The errors of a form: those the service gave for a field the form has, and a sentence for the rest.
 * @param known names of the form's fields; `settings.x` in the answer matches `x` or `settings.x`
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
