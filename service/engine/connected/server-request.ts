/** One HTTP request to a model server, to an address that was checked, without redirects. */
import { Agent, request, type Dispatcher } from 'undici'
import { JobError } from '../../core/errors.ts'
import { pinnedLookup } from '../../core/host-check.ts'
import { readBounded } from '../../core/read-bounded.ts'
import type { ModelServer } from './model-server.ts'
import { checkServer } from './server-address.ts'

export type ServerRequest = {
  /** Below the server's base address, such as /v1/models. */
  path: string
  /** Sent as JSON by POST; a GET if omitted. */
  body?: object
  signal: AbortSignal
}
export type ServerResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** What a server refused, where another request may help. */
export class ServerRefusal extends Error {}

/** The error of a server that fails; `what` goes on from "The language model’s server". */
export const serverFailed = (what: string): JobError =>
  new JobError('model_server_failed', `The language model’s server ${what}.`)

const connectLimitMs = 5_000

/**
 * Makes the request and hands its response to `read`; the connection ends with it. Throws
 * `JobError` model_server_failed if the server cannot be reached or the connection breaks. Whoever
 * aborts the signal gets its reason.
 */
export async function withResponse<Result>(
  server: ModelServer,
  { path, body, signal }: ServerRequest,
  read: (response: ServerResponse) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const host = await checkServer(server)
  if (host.state !== 'reachable') {
    const isBlocked = host.state === 'blocked'
    throw serverFailed(isBlocked ? 'has an address that is not allowed' : 'has an unknown name')
  }
  const agent = openAgent(host.addresses)
  try {
    const response = await request(new URL(server.baseUrl + path), {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json, text/event-stream',
        ...(body && { 'content-type': 'application/json' }),
        ...(server.apiKey !== null && { authorization: `Bearer ${server.apiKey}` }),
      },
      body: body ? JSON.stringify(body) : null,
      dispatcher: agent,
      signal,
    })
    return await read(response)
  } catch (error) {
    if (error instanceof JobError || error instanceof ServerRefusal) throw error
    signal.throwIfAborted()
    throw serverFailed(causeOf(error))
  } finally {
    await agent.destroy()
  }
}

/** Every look-up of this client answers with the addresses that were checked. */
function openAgent(addresses: readonly string[]): Agent {
  const connect = {
    lookup: pinnedLookup(addresses),
    timeout: connectLimitMs,
    autoSelectFamily: addresses.length > 1,
  }
  // Reading a long prompt may take minutes; the caller's own limits cover that.
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect })
}

/** Never the server's own words: some repeat the key in them. */
function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'does not run (connection refused)'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'does not answer'
  return `broke the connection off${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ''}`
}

const largestJsonBytes = 4 * 1024 * 1024

/** The response as JSON; undefined if it is none or too large. */
export async function readJson({ body }: ServerResponse): Promise<unknown> {
  const bytes = await readBounded(body, largestJsonBytes)
  if (!bytes) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
