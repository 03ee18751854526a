import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Operations } from 'earshot/client'
import { createAnswerCheck, type AnswerCheck } from '../openapi.ts'

/** The operationId of an operation of /v1, which is the name of its function in the client. */
export type OperationName = keyof Operations

type Data<Name extends OperationName> =
  Awaited<ReturnType<Operations[Name]>> extends { data: infer Answered } ? Answered : never

/** What a test says of an answer; the example of the document has the rest. */
type Stated<Answered> = Answered extends readonly (infer Item)[]
  ? readonly Partial<Item>[]
  : Partial<Answered>

/** A request that the page sent. */
export type SentRequest = {
  operation: OperationName
  /** The values in the path, in its order: the ids of what it is about. */
  ids: string[]
  query: Record<string, string>
  body: unknown
}

type Answer = (request: SentRequest) => Promise<Response> | Response
type Media = { example?: unknown; examples?: Record<string, unknown> }
type Documented = { content?: Record<string, Media>; $ref?: string }
type Described = { operationId: OperationName; responses: Record<string, Documented> }
type Document = {
  paths: Record<string, Record<string, Described>>
  components: {
    responses: Record<string, Documented>
    /** Of refusals, by their code. */
    examples: Record<string, { value: { error: object; meta: object } }>
  }
}
type Known = Described & { method: string; pattern: RegExp; constants: number }

const file = path.join(import.meta.dirname, '../../../service/client/openapi.json')
let loaded: { operations: Known[]; check: AnswerCheck; document: Document } | undefined

/** The document and its check, made once per worker. */
function load() {
  if (loaded) return loaded
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document // written by `npm run generate`
  const operations = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      constants: address.split('/').filter((part) => !part.startsWith('{')).length,
    })),
  )
  // A concrete path is meant before one with a parameter in its place.
  operations.sort((a, b) => b.constants - a.constants)
  loaded = { operations, check: createAnswerCheck(document), document }
  return loaded
}

/**
 * A service in place of the network: it answers each request of the page with the example of the OpenAPI document,
 * in which a test states what matters to it. Every answer is held against the document, so a test cannot state what
 * the real service would never say.
 */
export class DocumentedService {
  readonly sent: SentRequest[] = []
  /** What the page asked, or a test stated, against the document. */
  readonly violations: Error[] = []
  readonly #answers = new Map<OperationName, Answer>()
  #isAway = false

  /** From now on this is answered: fields over those of the example; of a list, the same for each item. */
  answer<Name extends OperationName>(
    operation: Name,
    data: Stated<Data<Name>> | ((request: SentRequest) => Stated<Data<Name>>),
  ): void {
    this.#answers.set(operation, (request) => {
      const stated: unknown = typeof data === 'function' ? data(request) : data
      return this.#success(operation, stated)
    })
  }

  /**
   * From now on this is answered step by step, as fields over those of the example: at once with the quotes, with the
   * rest once the returned function is called.
   */
  stream<Name extends OperationName>(operation: Name, data: Stated<Data<Name>>): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#answers.set(operation, () => {
      const { body } = exampleOf(knownOf(operation))
      const whole = { ...(body.data as object), ...(data as object) }
      return toStream([['quotes', body.data], promise, ['done', whole]])
    })
    return () => resolve()
  }

  /** From now on this is refused, with the status that the document has for the code. */
  refuse(operation: OperationName, code: string, message = 'This was refused.'): void {
    this.#answers.set(operation, () => this.#refusal(operation, { code, message, details: [] }))
  }

  /** From now on a field of the body is refused. */
  refuseField(operation: OperationName, field: string, message: string): void {
    const details = [{ field, code: 'invalid', message }]
    const refusal = { code: 'validation_error', message: `${field} ${message}.`, details }
    this.#answers.set(operation, () => this.#refusal(operation, refusal))
  }

  /** From now on this is answered only once the returned function is called. */
  hold(operation: OperationName): () => void {
    const before = this.#answers.get(operation)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#answers.set(operation, async (request) => {
      await promise
      return before ? before(request) : this.#success(operation, undefined)
    })
    return () => resolve()
  }

  /** Whether nothing is answered at all, as while the service restarts. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway
  }

  /** The requests for an operation so far. */
  requestsFor(operation: OperationName): SentRequest[] {
    return this.sent.filter((request) => request.operation === operation)
  }

  /** The data of the documented example. */
  example<Name extends OperationName>(operation: Name): Data<Name> {
    // The document's own tests hold each example against its shape.
    return structuredClone(exampleOf(knownOf(operation)).body.data) as Data<Name>
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (this.#isAway) throw new TypeError('Failed to fetch')
    try {
      return await this.#respondTo(request)
    } catch (error) {
      if (error instanceof DOMException) throw error
      // The page would take it for a broken connection.
      this.violations.push(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }

  async #respondTo(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const known = load().operations.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    )
    if (!known) throw new Error(`${request.method} ${pathname} is no operation of the document`)
    const text = await request.text()
    const sent: SentRequest = {
      operation: known.operationId,
      ids: known.pattern.exec(pathname)?.slice(1) ?? [],
      query: Object.fromEntries(searchParams),
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
    this.sent.push(sent)
    const answer = this.#answers.get(known.operationId)
    const whole = await (answer?.(sent) ?? this.#success(known.operationId, undefined))
    // As a browser does when the page has left the screen that asked.
    request.signal.throwIfAborted()
    load().check({
      method: request.method,
      path: pathname,
      status: whole.status,
      contentType: whole.headers.get('content-type'),
      // A stream ends when the test says so.
      text: isStream(whole) ? '' : await whole.clone().text(),
    })
    const isAsked = request.headers.get('accept') === streamType
    if (!isAsked || isStream(whole) || !whole.ok) return whole
    const { data } = (await whole.json()) as Body // an answer of /v1 has `data`
    return toStream([['done', data]])
  }

  #success(operation: OperationName, stated: unknown): Response {
    const { status, body } = exampleOf(knownOf(operation))
    return respond(status, { ...body, ...withStated(body, stated) })
  }

  #refusal(operation: OperationName, error: { code: string; [field: string]: unknown }): Response {
    const { components } = load().document
    const status = Object.entries(knownOf(operation).responses).find(([, documented]) => {
      const name = documented.$ref?.split('/').at(-1)
      const { content } = name ? (components.responses[name] ?? {}) : documented
      return Object.hasOwn(content?.['application/json']?.examples ?? {}, error.code)
    })?.[0]
    const example = components.examples[error.code]?.value
    if (!status || !example) throw new Error(`${operation} is never refused with ${error.code}`)
    return respond(Number(status), { ...example, error: { ...example.error, ...error } })
  }
}

const streamType = 'text/event-stream'
const isStream = ({ headers }: Response): boolean => headers.get('content-type') === streamType

/** Server-sent events by their name; at a promise the stream waits. */
function toStream(steps: readonly (readonly [string, unknown] | Promise<void>)[]): Response {
  const encoder = new TextEncoder()
  const left = [...steps]
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      let step = left.shift()
      if (step instanceof Promise) {
        await step
        step = left.shift()
      }
      if (!step) return controller.close()
      const [name, data] = step as readonly [string, unknown]
      controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
    },
  })
  return new Response(body, { headers: { 'content-type': streamType } })
}

function knownOf(operation: OperationName): Known {
  const known = load().operations.find(({ operationId }) => operationId === operation)
  if (!known) throw new Error(`The document has no operation ${operation}`)
  return known
}

type Body = { data: unknown; [field: string]: unknown }

function exampleOf(known: Known): { status: number; body: Body } {
  const [status = '', documented] =
    Object.entries(known.responses).find(([code]) => code.startsWith('2')) ?? []
  const example = documented?.content?.['application/json']?.example
  if (!example) throw new Error(`${known.operationId} has no example`)
  return { status: Number(status), body: example as Body } // an answer of /v1 has `data`
}

/** Fields over those of the example; a list is as long as is stated, and has no second page. */
function withStated({ data, pagination }: Body, stated: unknown): object {
  if (!Array.isArray(data) || !Array.isArray(stated)) {
    return { data: stated === undefined ? data : { ...(data as object), ...(stated as object) } }
  }
  const [first] = data as object[]
  return {
    data: stated.map((item: object) => ({ ...first, ...item })),
    ...(pagination !== undefined && { pagination: { has_more: false, next_cursor: null } }),
  }
}

const respond = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
