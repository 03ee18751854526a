/**
 * The catalogue of all errors (api-choices.md 14). The two codes marked "Spec" are fixed by the
 * spec, the rest are our choice. Only http/errors.ts renders them as HTTP responses.
 */
export type ErrorDetail = { field: string; code: string; message: string }

const catalogue = {
  validation_error: [400, 'The body, the query, a cursor or a header is wrong; details say where.'],
  unsupported_api_version: [400, 'The Api-Version header names no version of this API.'],
  // Spec: Errors
  authentication_required: [401, 'The API key is missing, unknown, expired or revoked.'],
  quota_exceeded: [402, 'The minutes or the storage of the organization are used up.'],
  // Spec: Errors
  insufficient_permissions: [403, 'The API key lacks the scope, or its kind may not do this.'],
  project_access_denied: [403, 'The API key is restricted to other projects.'],
  resource_protected: [403, 'System prompts and the owner cannot be changed or removed.'],
  origin_not_allowed: [403, 'Only programs on this machine and the app itself may call.'],
  upload_refused: [
    403,
    'The upload address is wrong, used or expired, or the file is not as told.',
  ],
  sign_in_link_invalid: [
    403,
    'The link was used, has expired, or was opened in another browser than the one that asked for it.',
  ],
  media_refused: [403, 'The address of the recording has expired or was changed.'],
  wrong_passphrase: [403, 'The passphrase or recovery code does not open the library.'],
  not_found: [404, 'There is nothing with this id, or no such address.'],
  waveform_missing: [404, 'The recording has no waveform; transcribing it again makes one.'],
  method_not_allowed: [405, 'The address exists but answers other methods; Allow lists them.'],
  request_timeout: [408, 'The body of the request did not arrive in time.'],
  id_taken: [409, 'Something else has this id already.'],
  slug_taken: [409, 'Another project has this slug.'],
  project_in_bin: [409, 'The project of the recording is in the bin; restore that first.'],
  prompt_in_use: [409, 'The prompt is a default; the message names where.'],
  model_in_use: [409, 'A recording is being worked on with this model; wait until it is done.'],
  last_admin: [409, 'The organization must keep an admin.'],
  already_member: [409, 'A member has this e-mail address.'],
  invitation_exists: [409, 'An invitation to this address is open; resend it instead.'],
  invitation_not_pending: [409, 'The invitation was accepted, revoked, or has expired.'],
  cannot_revoke_current_key: [409, 'A key cannot revoke itself; use another key.'],
  content_processing: [409, 'The recording is being transcribed; wait until it is done.'],
  content_not_processing: [409, 'The recording is not being transcribed.'],
  analysis_ended: [409, 'The analysis has ended, so that there is nothing to cancel.'],
  speaker_name_taken: [409, 'Another speaker of the recording is called so; merge the two.'],
  transcript_not_ready: [409, 'The recording has no transcript yet.'],
  no_audio: [409, 'This is an imported transcript; there is no audio to play or to transcribe.'],
  transcript_mismatch: [409, 'The words of the transcript are not those of this recording.'],
  upload_incomplete: [409, 'The file was not sent to its upload address yet.'],
  upload_in_progress: [409, 'The file is being sent or confirmed; ask again once that has ended.'],
  live_words_replaced: [409, 'A newer piece of the same recording took the place of this one.'],
  recovery_not_possible: [409, 'The library is whole, or something else is being done about it.'],
  encryption_not_possible: [
    409,
    'The library is not in a state for this; /v1/encryption tells it.',
  ],
  kept_on_server: [409, 'The library is kept on a database server; do this with its own tools.'],
  backup_running: [409, 'A backup is being made; wait until it is done.'],
  idempotency_in_progress: [409, 'The first request with this Idempotency-Key is still running.'],
  precondition_failed: [412, 'The recording is not the version that If-Match or the like names.'],
  payload_too_large: [413, 'JSON is larger than 1 MB, or the file than the limit.'],
  unsupported_media_type: [415, 'The Content-Type, or the type of the recording, is not accepted.'],
  range_not_satisfiable: [416, 'The recording ends before the range asked for.'],
  transcript_unreadable: [422, 'The text is no transcript that can be read.'],
  transcript_empty: [422, 'No line of the text says when or by whom it was said.'],
  transcript_too_long: [422, 'The transcript has more words, lines or speakers than the limit.'],
  hub_file_refused: [
    422,
    'The hub has no such file, gives it to some only, or it is not GGUF; the message says which.',
  ],
  idempotency_key_reused: [422, 'This Idempotency-Key came with another request before.'],
  library_locked: [423, 'The library is encrypted and closed; /v1/encryption/unlock opens it.'],
  rate_limited: [429, 'Too many requests; Retry-After says how many seconds to wait.'],
  internal_error: [500, 'Something went wrong here; the request id helps to find it.'],
  hub_unavailable: [503, 'The hub that models come from cannot be reached; try again.'],
  model_unavailable: [503, 'The model for this work is not installed.'],
  storage_unavailable: [503, 'The store of the recordings does not answer; try again.'],
  database_unavailable: [
    503,
    'The database does not answer; try again, and with the same Idempotency-Key, as it may be done.',
  ],
  shutting_down: [503, 'The service is stopping; try again once it has started.'],
  recovery_mode: [503, 'The library cannot be opened; /v1/recovery says what can be done.'],
  insufficient_storage: [507, 'The disk of this machine is full.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof catalogue

/** Every code ordered by status, with its HTTP status and general meaning. */
export const errorCatalogue: readonly { code: ErrorCode; status: number; meaning: string }[] =
  // Object.entries widens the keys to string.
  (Object.entries(catalogue) as [ErrorCode, readonly [number, string]][]).map(
    ([code, [status, meaning]]) => ({ code, status, meaning }),
  )

/**
 * An error the caller can act on: catalogue code, HTTP status, a sentence, and the fields at fault.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  /** Extra response headers, such as Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      details?: readonly ErrorDetail[]
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, 'cause' in extra ? { cause: extra.cause } : undefined)
    this.name = 'ApiError'
    this.code = code
    this.status = catalogue[code][0]
    this.details = extra.details ?? []
    this.headers = extra.headers ?? {}
  }
}

/** Shorthands for errors that many slices throw; throw any other code with `new ApiError`. */
export const errors = {
  notFound: (noun: string) => new ApiError('not_found', `No such ${noun}.`),
  /**
   * One field of the request is invalid; `field` is its path, such as `settings.default_prompt_id`.
   */
  invalid: (field: string, code: string, message: string) =>
    new ApiError('validation_error', message, { details: [{ field, code, message }] }),
}

/**
 * Whether it failed for want of the store of the recordings or the database, and may succeed once they answer again. Where
 * a row was there already (23505) it may never: what tries again by itself has to count such a failure.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'storage_unavailable' || error.code === 'database_unavailable') &&
  Reflect.get(Object(error.cause), 'code') !== '23505'

/**
 * Error codes of jobs that fail after the request was answered (api-choices.md 14, asynchronous
 * codes).
 */
export type JobErrorCode =
  | 'no_audio_stream'
  | 'unsupported_media'
  | 'media_too_long'
  | 'transcript_unreadable'
  | 'transcript_empty'
  | 'transcript_too_long'
  | 'decode_failed'
  | 'media_damaged'
  | 'media_missing'
  | 'out_of_memory'
  | 'insufficient_storage'
  | 'model_missing'
  | 'model_server_failed'
  | 'language_unsupported'
  | 'engine_crashed'
  | 'engine_timeout'
  | 'schema_not_satisfied'
  | 'quota_exceeded'
  | 'cancelled'
  | 'interrupted'
  | 'internal_error'

/**
 * A job's final failure. Stored on the item as `error` and shown to its owner, so it
 * never holds a stack.
 */
export class JobError extends Error {
  readonly code: JobErrorCode

  constructor(code: JobErrorCode, message: string) {
    super(message)
    this.name = 'JobError'
    this.code = code
  }
}
