/**
 * The one catalogue of errors (choices.md 14). The two codes marked "spec" are law; the rest are
 * our choice. HTTP answers are rendered in http/errors.ts and nowhere else.
 */
export type ErrorDetail = { field: string; code: string; message: string }

const catalogue = {
  validation_error: 400,
  unsupported_api_version: 400,
  authentication_required: 401, // spec: Errors
  quota_exceeded: 402,
  insufficient_permissions: 403, // spec: Errors
  project_access_denied: 403,
  resource_protected: 403,
  origin_not_allowed: 403,
  upload_refused: 403,
  media_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  prompt_in_use: 409,
  last_admin: 409,
  already_member: 409,
  invitation_exists: 409,
  invitation_not_pending: 409,
  cannot_revoke_current_key: 409,
  content_processing: 409,
  transcript_not_ready: 409,
  upload_incomplete: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  model_unavailable: 503,
  shutting_down: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof catalogue

/** Every code and its HTTP status, for the OpenAPI document and the tests. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = catalogue

/** A refusal the caller can act on: catalogue code, HTTP status, a sentence, and the fields concerned. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  /** Extra response headers, for example Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: readonly ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = catalogue[code]
    this.details = extra.details ?? []
    this.headers = extra.headers ?? {}
  }
}

/** Shorthands for the refusals that many slices share; other codes are thrown with `new ApiError`. */
export const errors = {
  notFound: (noun: string) => new ApiError('not_found', `No such ${noun}.`),
  /** One field of the request is wrong; `field` is its path, for example `settings.default_prompt_id`. */
  invalid: (field: string, code: string, message: string) =>
    new ApiError('validation_error', message, { details: [{ field, code, message }] }),
}

/** Codes of work that failed after the request was answered (choices.md 14, asynchronous codes). */
export type JobErrorCode =
  | 'no_audio_stream'
  | 'unsupported_media'
  | 'media_too_long'
  | 'decode_failed'
  | 'out_of_memory'
  | 'model_missing'
  | 'engine_crashed'
  | 'engine_timeout'
  | 'schema_not_satisfied'
  | 'quota_exceeded'
  | 'cancelled'
  | 'interrupted'
  | 'internal_error'

/** A job's final failure: stored on the item as `error`, shown to the owner, never a stack. */
export class JobError extends Error {
  readonly code: JobErrorCode

  constructor(code: JobErrorCode, message: string) {
    super(message)
    this.name = 'JobError'
    this.code = code
  }
}
