type Detail = { field: string; code: string; message: string }

/** A refusal of the service, or its silence (status 0, code service_unreachable). */
export class ApiFailure extends Error {
  readonly code: string
  readonly status: number
  readonly details: readonly Detail[]
  readonly requestId: string | null

  constructor(
    message: string,
    facts: { code: string; status: number; details?: readonly Detail[]; requestId?: string | null },
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.code = facts.code
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
  }
}

/** Reads the error body of /v1 (choices.md 14); anything else becomes a failure that says so. */
export function toFailure(body: unknown, response: Response | undefined): ApiFailure {
  if (body instanceof ApiFailure) return body
  if (!response) {
    return new ApiFailure('Earshot’s service does not answer. Check that it is still running.', {
      code: 'service_unreachable',
      status: 0,
    })
  }
  const error = field(body, 'error')
  const requestId = field(field(body, 'meta'), 'request_id')
  const details = field(error, 'details')
  return new ApiFailure(
    textOr(field(error, 'message'), `The service answered ${response.status}.`),
    {
      code: textOr(field(error, 'code'), 'unexpected_answer'),
      status: response.status,
      details: Array.isArray(details) ? details.map(toDetail) : [],
      requestId: typeof requestId === 'string' ? requestId : null,
    },
  )
}

const toDetail = (value: unknown): Detail => ({
  field: textOr(field(value, 'field'), ''),
  code: textOr(field(value, 'code'), ''),
  message: textOr(field(value, 'message'), ''),
})

const textOr = (value: unknown, other: string): string =>
  typeof value === 'string' ? value : other

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

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
