export type ErrorDetail = { field: string; code: string; message: string }

/** An error response of the service, or no response at all (status 0, code service_unreachable). */
export class EarshotError extends Error {
  /** Stable, to decide by: `not_found`, `rate_limited`, `slug_taken` … */
  readonly code: string
  /** HTTP status; 0 if no response came. */
  readonly status: number
  /** Each wrong field of a validation_error. */
  readonly details: readonly ErrorDetail[]
  /** Names this one request in the service's log. */
  readonly requestId: string | null

  constructor(
    message: string,
    facts: {
      code: string
      status: number
      details?: readonly ErrorDetail[]
      requestId?: string | null
      cause?: unknown
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'EarshotError'
    this.code = facts.code
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
  }
}

/**
 * Turns an error body of /v1 into an error; anything else becomes an error that says so.
 * @param body a parsed error body, or what `fetch` threw
 */
export function toEarshotError(body: unknown, response: Response | undefined): EarshotError {
  if (body instanceof EarshotError) return body
  if (!response) {
    return new EarshotError('Earshot’s service does not answer. Check that it is still running.', {
      code: 'service_unreachable',
      status: 0,
      cause: body,
    })
  }
  const error = field(body, 'error')
  const requestId = field(field(body, 'meta'), 'request_id')
  const details = field(error, 'details')
  return new EarshotError(
    textOr(field(error, 'message'), `The service answered ${response.status}.`),
    {
      code: textOr(field(error, 'code'), 'unexpected_answer'),
      status: response.status,
      details: Array.isArray(details) ? details.map(toDetail) : [],
      requestId: typeof requestId === 'string' ? requestId : null,
    },
  )
}

/** Whether the caller aborted the call, which is no error of the service. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

const toDetail = (value: unknown): ErrorDetail => ({
  field: textOr(field(value, 'field'), ''),
  code: textOr(field(value, 'code'), ''),
  message: textOr(field(value, 'message'), ''),
})

const textOr = (value: unknown, other: string): string =>
  typeof value === 'string' ? value : other

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
