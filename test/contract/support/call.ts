import { setTimeout as pause } from 'node:timers/promises'
import { createAnswerCheck, type AnswerCheck } from '../../support/openapi.ts'

export type Answer = {
  status: number
  headers: Headers
  /** The parsed JSON body; tests read into it freely and assert what they find. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any answer
  body: any
}

export type CallOptions = {
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
  /** Null sends no Authorization header. */
  key?: string | null
  headers?: Record<string, string>
  /** Leaves a 429 to the test; otherwise the call waits as Retry-After says, like any client. */
  isOnce?: boolean
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** Calls one service with one key: all that the contract suite knows of it. */
export function createCall(baseUrl: string, ownKey: string): Call {
  const call: Call = async (method, path, options = {}) => {
    const { body, key = ownKey, headers = {}, isOnce = false } = options
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const check = await documentOf(baseUrl, ownKey)
    const contentType = response.headers.get('content-type')
    check({ method, path, status: response.status, contentType, text })
    if (response.status === 429 && !isOnce) {
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      return call(method, path, options)
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  return call
}

const documents = new Map<string, Promise<AnswerCheck>>()

/** Every answer is held against the OpenAPI document that the service itself serves. */
function documentOf(baseUrl: string, key: string): Promise<AnswerCheck> {
  const known = documents.get(baseUrl) ?? readDocument(baseUrl, key)
  documents.set(baseUrl, known)
  return known
}

async function readDocument(baseUrl: string, key: string): Promise<AnswerCheck> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(new URL('/v1/openapi.json', baseUrl), { headers })
  if (!response.ok) throw new Error(`The document was answered ${response.status}`)
  return createAnswerCheck((await response.json()) as object) // an OpenAPI document
}

/** Asks five times a second until there is an answer; the service works in the background. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  seconds = 60,
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000
  while (performance.now() < deadline) {
    const answer = await ask()
    if (answer) return answer
    await pause(200)
  }
  throw new Error(`Gave up waiting for ${what}.`)
}
