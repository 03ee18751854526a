import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import addFormats from 'ajv-formats'
import { Ajv, type KeywordDefinition } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawServerDefault,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, Scope } from '../core/caller.ts'
import type { ErrorCode } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { parseIso } from '../core/iso-time.ts'
import { languageCode } from '../core/language-name.ts'
import type { Log } from '../core/log.ts'
import type { Clock } from '../core/time.ts'
import { readJson } from './json-body.ts'
import { observeRequests } from './observe-requests.ts'
import { compileOnce, serializeLate, validateLate } from './late-schemas.ts'
import { readAddress, readFormTexts } from './address-values.ts'
import { isPublicSocket } from './public-listener.ts'
import { answerParseError, dropContentTypeOfNoBody, refuseAddress } from './parse-errors.ts'
import { answerBeforeTheEnd, limitBodies } from './request-ends.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    receivedAt: Date
    /** It came to the public listener, and so from another machine (http/public-listener.ts). */
    isPublic: boolean
    /** The page of another site that makes it, where a key names its origin; null for all others. */
    namedOrigin: string | null
  }
  interface FastifyContextConfig {
    /** The scope a key needs; a route without one is refused at start unless it is `open`. */
    scope?: Scope
    /**
     * What it is about, where that is more than an organization: the `installation`, or the files of its own
     * `library`, which a database server keeps in other ways (api-choices.md 42).
     */
    concerns?: 'installation' | 'library'
    /** Publishable keys may call it too (api-choices.md 13). */
    publishable?: boolean
    /** Pages of the origins that its key names may call it from a browser (named-origins.ts). */
    crossOrigin?: true
    /**
     * Needs no key: `signed` addresses carry their own signature, `page` is the UI's static files and
     * the OpenAPI document, `proof` our own, `probe` what those ask every few seconds who run the process.
     */
    open?: 'signed' | 'page' | 'proof' | 'probe'
    /** A body is read where there is one; set by takeEmptyBody. */
    mayLackBody?: boolean
    /** Its body or its answer is a recording, not JSON. */
    bytes?: 'request' | 'response'
    /** Answers in OpenAI's shape, its errors too. */
    openAi?: true
    /** Error codes of this route's own, for its documentation; the common ones are added. */
    errors?: readonly ErrorCode[]
    /** The rate limit that counts it where it is not read or write (api-choices.md 15). */
    rate?: 'search' | 'engine' | 'move' | 'sign_in'
    /** Its body of JSON may be long, and a line slow: minutes, where half of one is enough for all others. */
    isSlow?: true
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

const maxJsonBytes = 1_048_576 // api-choices.md 14: JSON over 1 MB is 413

type ServerOptions = {
  log: Log
  clock: Clock
  baseUrl: () => string
  /** Whose X-Forwarded-For is believed, as addresses or CIDRs. */
  trustedProxies?: readonly string[]
}

/** The bare server: ids, validation, limits. Knows no noun. */
export function createServer({ log, clock, baseUrl, trustedProxies = [] }: ServerOptions): App {
  const app: App = fastify({
    // A pino logger is one of Fastify's; said so, because the two types differ in optional members.
    loggerInstance: log as FastifyBaseLogger,
    // Each line has its request's id by its context (observe-requests.ts).
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxJsonBytes,
    requestIdHeader: false,
    genReqId: () => newId('req'),
    forceCloseConnections: true,
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // The guard refuses a request without a Host, in the shape of every refusal.
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, requireHostHeader: false },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: (error, socket) => answerParseError({ clock, baseUrl }, error, socket),
    frameworkErrors: ({ code }, request, reply) => {
      request.receivedAt = clock.now()
      app.errorHandler(refuseAddress(code), request, reply.header('x-request-id', request.id))
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorateRequest('caller')
  app.decorateRequest('receivedAt')
  app.decorateRequest('namedOrigin', null)
  observeRequests(app)
  app.decorateRequest('isPublic', {
    getter() {
      return isPublicSocket(this.raw.socket)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    request.receivedAt = clock.now()
    reply.header('x-request-id', request.id)
    dropContentTypeOfNoBody(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    if (routeOptions.config.open === 'probe') return
    const ms = Math.round(reply.elapsedTime)
    log.debug({
      request_id: request.id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms,
    })
  })
  limitBodies(app, clock)
  answerBeforeTheEnd(app)
  useValidators(app)
  readJson(app)
  return app
}

const leadingTags = /^[\s\u{e0000}-\u{e007f}]+/u

/**
 * A name is stored without the blanks around it, and held to its rules so (NameText in shapes.ts). Tags
 * belong behind the flag that they tell; before anything they are blanks. No pattern of the document has
 * them, as they are not in the plane that every generator's regular expressions know.
 */
const trimmed: KeywordDefinition = {
  keyword: 'x-trimmed',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (_isSo: boolean, text: string, _schema: unknown, place?: DataValidationCxt) => {
    if (place) place.parentData[place.parentDataProperty] = text.replace(leadingTags, '').trim()
    return true
  },
}

/** A language is stored by its ISO code, however a program writes it. What is no language stays, and is refused by its name. */
const spoken: KeywordDefinition = {
  keyword: 'x-language',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (_isSo: boolean, text: string, _schema: unknown, place?: DataValidationCxt) => {
    if (place) place.parentData[place.parentDataProperty] = languageCode(text) ?? text
    return true
  },
}

const ajv = new Ajv({
  allErrors: true,
  // The value and the schema of a broken rule, for its message (validation-details.ts).
  verbose: true,
  useDefaults: true,
  strict: false,
  removeAdditional: false,
})
addFormats.default(ajv)
// More than RFC 3339: a date is its first moment (core/iso-time.ts).
ajv.addFormat('date-time', (text) => parseIso(text) !== null)
// For generated clients only: that the number is whole is said by its type.
ajv.addFormat('int64', true)
ajv.addKeyword(trimmed)
ajv.addKeyword(spoken)
const compile = compileOnce(ajv)
const addressParts = ['querystring', 'params']

/** The texts of a form are read as those of an address are, and less strictly. */
export function readTextsOfBodies(scope: App): void {
  scope.setValidatorCompiler(validateLate(compile, readFormTexts, ['body', ...addressParts]))
}

/** Values are taken as they are; those of an address are text, and read first. */
function useValidators(app: App): void {
  app.setValidatorCompiler(validateLate(compile, readAddress, addressParts))
  app.setSerializerCompiler(serializeLate)
}
