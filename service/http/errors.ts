import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { ApiError } from '../core/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { Meta } from './envelope.ts'
import type { App } from './server.ts'
import { errorsPage } from './parse-errors.ts'
import { refuseUnknown } from './unknown-addresses.ts'
import { toDetails } from './validation-details.ts'

const Detail = Type.Object(
  {
    field: Type.String({ description: 'Path of the field', examples: ['settings.auto_analyze'] }),
    code: Type.String({ examples: ['required'] }),
    message: Type.String({ examples: ['is required'] }),
  },
  { title: 'ErrorDetail' },
)

/** Spec: Errors; details and doc_url are our additions (api-choices.md 14). */
export const ErrorAnswer = Type.Object(
  {
    error: Type.Object(
      {
        // Not an enumeration: a client made before a code was added must still read the answer.
        code: Type.String({
          pattern: '^[a-z_]+$',
          description: 'Stable; decide by it. Each answer lists the codes that it may have',
        }),
        message: Type.String({ description: 'For people; may change' }),
        details: Type.Array(Detail, { description: 'The fields concerned, often none' }),
        doc_url: Type.String({ description: 'Where the codes are explained' }),
        type: Type.Optional(
          Type.String({
            description: 'In answers in OpenAI’s shape: the kind of error, as it has it',
          }),
        ),
        param: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'In answers in OpenAI’s shape: the first of the fields concerned',
          }),
        ),
      },
      { title: 'ErrorInfo' },
    ),
    meta: Meta,
  },
  { title: 'ErrorResponse' },
)
type ErrorAnswer = Static<typeof ErrorAnswer>

/**
 * Spec: Errors. The only place that writes an error body.
 * @param baseUrl where the reference page is served, for `doc_url`
 */
export function renderErrors(app: App, baseUrl: () => string): void {
  const send = (request: FastifyRequest, reply: FastifyReply, error: ApiError) =>
    sendError(reply, error, toAnswer(request, error, baseUrl))
  const refuse = refuseUnknown(app)
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    // Fastify would cut the connection under a sender that still writes, and who has not read by then
    // finds a broken pipe. What is left of the body is read and dropped instead, for at most the
    // time that any body may take (request-ends.ts).
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection')
    // What is wrong with a request to no address of ours is the address.
    const isLost = request.is404 && !(error instanceof ApiError)
    send(request, reply, isLost ? refuse(request) : toApiError(error, request))
  })
  app.setNotFoundHandler((request, reply) => send(request, reply, refuse(request)))
}

function sendError(reply: FastifyReply, error: ApiError, answer: ErrorAnswer): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer)
}

/** The body that any error is answered with. */
export const answerOf = (
  request: FastifyRequest,
  error: unknown,
  baseUrl: () => string,
): ErrorAnswer => toAnswer(request, toApiError(error as FastifyError, request), baseUrl) // as handlers throw

const toAnswer = (
  { id, receivedAt, routeOptions }: FastifyRequest,
  error: ApiError,
  baseUrl: () => string,
): ErrorAnswer => ({
  error: {
    code: error.code,
    message: error.message,
    details: [...error.details],
    doc_url: baseUrl() + errorsPage,
    ...(routeOptions.config.openAi && openAiFields(error)),
  },
  meta: { request_id: id, timestamp: receivedAt.toISOString() },
})

/** What OpenAI's clients read besides code and message. */
const openAiFields = ({ status, details }: ApiError) => ({
  type: openAiTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
  param: details[0]?.field ?? null,
})

const openAiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}

function toApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.validation) {
    const details = toDetails(error.validation, error.validationContext)
    const first = details[0]
    const text = first ? `${first.field}: ${first.message}` : 'The request is not valid.'
    return new ApiError('validation_error', text, { details })
  }
  const known = knownCodes[error.code]
  if (known) return known(request)
  // Of the database, which undid the statement, or of a file; all goes on once there is space again.
  if (isFullDisk(error)) {
    return new ApiError(
      'insufficient_storage',
      'The disk of this machine is full; make room there.',
    )
  }
  if (error.statusCode && error.statusCode < 500) {
    return new ApiError('validation_error', 'The request could not be read.')
  }
  request.log.error({ err: error, request_id: request.id }, 'request failed')
  return new ApiError(
    'internal_error',
    'Something went wrong here. The request id helps to find it.',
  )
}

const knownCodes: Record<string, (request: FastifyRequest) => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError('payload_too_large', 'The body is larger than 1 MB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ({ routeOptions }) => {
    const type = routeOptions.config.form ? 'multipart/form-data' : 'application/json'
    return new ApiError('unsupported_media_type', `Send the body as Content-Type: ${type}.`)
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: () => bodyError('The body is empty; send a JSON object.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => bodyError('The body is not valid JSON.'),
}

const bodyError = (message: string) =>
  new ApiError('validation_error', message, {
    details: [{ field: 'body', code: 'invalid', message }],
  })
