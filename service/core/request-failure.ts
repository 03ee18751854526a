import { errors } from 'undici'

/** Why a request to an address that somebody entered failed (api-choices.md 14), with a sentence for them. */
const messages = {
  connection_refused: 'No connection could be made, or it broke off.',
  dns_failed: 'The host name has no address.',
  tls_failed: 'The certificate or the encrypted connection was not accepted.',
  timeout: 'The receiver did not answer completely in time.',
  http_status: 'The receiver did not answer with a 2xx status.',
  address_blocked: 'The address belongs to this machine or a private network.',
} as const

type RequestErrorCode = keyof typeof messages
export type RequestFailure = { code: RequestErrorCode; message: string }

/** From a code, from a status other than 2xx, or from what the client threw. */
export function toFailure(cause: unknown): RequestFailure {
  if (isCode(cause)) return { code: cause, message: messages[cause] }
  if (hasStatus(cause)) {
    return { code: 'http_status', message: `The receiver answered ${cause.status}, not 2xx.` }
  }
  const code = codeOf(cause)
  if (isTls(code)) return { code: 'tls_failed', message: `${messages.tls_failed} (${code})` }
  // An answer that is not HTTP, or whose headers are too large.
  if (cause instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'http_status', message: 'The answer could not be read as HTTP.' }
  }
  return { code: 'connection_refused', message: `${messages.connection_refused} (${code})` }
}

const isCode = (value: unknown): value is RequestErrorCode =>
  typeof value === 'string' && Object.hasOwn(messages, value)

const hasStatus = (value: unknown): value is { status: number } =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number'

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : 'unknown'
}

// OpenSSL's verification results carry no common prefix, so its words are listed.
const isTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/.test(
    code,
  )
