import type { Dispatcher } from 'undici'
import type { Deps } from '../../deps.ts'
import { currentTrace } from '../../core/observe.ts'
import { orAbort } from '../../core/checked-connection.ts'
import type { KeptConnections } from '../../core/kept-connections.ts'
import { sha256Hex } from '../../core/secrets.ts'
import { checkHost } from '../../core/host-check.ts'
import { openTargetPolicy, type AddressPolicy } from '../../core/open-target.ts'
import { toFailure, type RequestFailure } from '../../core/request-failure.ts'
import { composeBody, type Composed } from './compose.ts'
import type { DueDelivery } from './next-store.ts'
import { signedHeaders, validSecrets, type SecretReader } from './sign.ts'

const readLimitBytes = 65_536 // reliability.md W-7: more of an answer is never read
const previewBytes = 1_024 // api-choices.md 6

/** The installation's key is another one (reliability.md B-6): only a new secret helps. */
const secretUnreadable = {
  code: 'secret_unreadable',
  message: 'The signing secret can no longer be read; rotate it.',
} as const

export type Outcome = {
  responseStatus: number | null
  /** Null exactly where the receiver answered 2xx in time. */
  failure: RequestFailure | typeof secretUnreadable | null
  preview: string | null
  retryAfter: string | null
  /** What went out; null where no connection was made. */
  sent: Sent | null
}
type Sent = { bytes: number; sha256: string; result: Composed['result'] }
export type AttemptRequest = { url: string; headers: Record<string, string>; body: string }
export type AttemptOptions = AddressPolicy & {
  /** From connect to last byte. */
  deadlineMs: number
  /** Called off from outside: the promise rejects and nothing more is sent. */
  signal: AbortSignal
  connections: KeptConnections
}

/** What every request carries besides the signature; also shown with a delivery. */
export const standardHeaders = (version: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': `Earshot/${version}`,
})

/** Signs a delivery with the secrets valid at `startedAt` and makes the one request. */
export async function attemptDelivery(
  { db, version }: Pick<Deps, 'db' | 'version'>,
  due: DueDelivery,
  options: AttemptOptions & { startedAt: Date; readSecret: SecretReader },
): Promise<Outcome> {
  let secrets: string[]
  try {
    secrets = validSecrets(options.readSecret, due, options.startedAt)
  } catch {
    const failure = secretUnreadable
    return { responseStatus: null, retryAfter: null, preview: null, failure, sent: null }
  }
  const { body, result } = await composeBody({ db }, due)
  const message = { eventId: due.event_id, body }
  const trace = currentTrace()
  const headers = {
    ...standardHeaders(version),
    ...(trace !== null && { traceparent: trace }),
    ...signedHeaders(secrets, message, options.startedAt),
  }
  const { isConnected, ...outcome } = await post({ url: due.url, headers, body }, options)
  return { ...outcome, sent: isConnected ? { ...describeBody(body), result } : null }
}

const describeBody = (body: string) => ({
  bytes: Buffer.byteLength(body),
  sha256: sha256Hex(body),
})

/**
 * One attempt. Every failure of the other side is an outcome; it throws only when `signal` aborts.
 * The connection goes to an address that was checked, with the original name for TLS and Host.
 */
export async function post(input: AttemptRequest, options: AttemptOptions): Promise<Posted> {
  const url = new URL(input.url)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DeadlinePassed()), options.deadlineMs)
  const callOff = () => stop.abort(options.signal.reason)
  options.signal.addEventListener('abort', callOff)
  const progress: Progress = { responseStatus: null, retryAfter: null, isConnected: false }
  try {
    options.signal.throwIfAborted()
    const host = await orAbort(checkHost(openTargetPolicy(options), url.hostname), stop.signal)
    if (host.state === 'blocked') return failed(progress, 'address_blocked')
    if (host.state !== 'reachable') return failed(progress, 'dns_failed')
    const places = { url, addresses: host.addresses }
    return await exchange(places, input, { ...options, signal: stop.signal, progress })
  } catch (error) {
    options.signal.throwIfAborted()
    const isLate = stop.signal.reason instanceof DeadlinePassed
    return { ...progress, preview: null, failure: isLate ? toFailure('timeout') : toFailure(error) }
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', callOff)
  }
}

class DeadlinePassed extends Error {}

type Progress = Pick<Outcome, 'responseStatus' | 'retryAfter'> & { isConnected: boolean }
type Posted = Omit<Outcome, 'sent'> & Progress

const failed = (progress: Progress, code: 'address_blocked' | 'dns_failed'): Posted => ({
  ...progress,
  preview: null,
  failure: toFailure(code),
})

type Places = { url: URL; addresses: readonly string[] }
type Exchange = Pick<AttemptOptions, 'connections' | 'signal'> & { progress: Progress }

/**
 * Over a kept connection where there is one. If that breaks off before any answer, it was most likely being closed as the
 * request came, and the request goes out once more over a new one: a receiver tells by the id what it has already.
 */
async function exchange(
  { url, addresses }: Places,
  message: AttemptRequest,
  { connections, signal, progress }: Exchange,
): Promise<Posted> {
  for (;;) {
    const onConnected = () => (progress.isConnected = true)
    const lent = connections.lend(url.origin, addresses, { signal, onConnected })
    if (lent.isKept) onConnected()
    let isSound = false
    try {
      const answer = await send(lent.dispatcher, { ...message, url, signal, progress })
      isSound = answer.isComplete
      // Spec: Delivery rules 1. Every other status is a failure, redirects included.
      const isSuccess = answer.status >= 200 && answer.status < 300
      const failure = isSuccess ? null : toFailure({ status: answer.status })
      return { ...progress, preview: answer.preview, failure }
    } catch (error) {
      if (!lent.isKept || progress.responseStatus !== null || signal.aborted) throw error
    } finally {
      await lent.giveBack(isSound)
    }
  }
}

type Sending = Omit<AttemptRequest, 'url'> & Pick<Exchange, 'signal' | 'progress'> & { url: URL }

async function send(
  dispatcher: Dispatcher,
  { url, headers, body, signal, progress }: Sending,
): Promise<{ status: number; preview: string | null; isComplete: boolean }> {
  // It follows no redirect and decompresses nothing.
  const response = await dispatcher.request({
    ...{ method: 'POST', origin: url.origin, path: url.pathname + url.search },
    ...{ headers, body, signal },
  })
  const { statusCode: status } = response
  const retryAfter = response.headers['retry-after']
  progress.responseStatus = status
  progress.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null
  return { status, ...(await readPreview(response.body)) }
}

/** Reads to the end, or as far as we ever read; keeps the start as text. */
async function readPreview(
  body: Dispatcher.ResponseData['body'],
): Promise<{ preview: string | null; isComplete: boolean }> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    const part: Buffer = chunk
    if (bytes < previewBytes) kept.push(part.subarray(0, previewBytes - bytes))
    bytes += part.length
    if (bytes >= readLimitBytes) break
  }
  const preview = bytes === 0 ? null : toPreview(Buffer.concat(kept))
  return { preview, isComplete: bytes < readLimitBytes }
}

/** Text that fits the limit and that the database takes: no NUL, no half characters at the end. */
function toPreview(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll('\0', '\uFFFD')
  return Buffer.from(text)
    .subarray(0, previewBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
}
