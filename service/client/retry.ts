/** Waits; rejects early, with the reason of the signal, if that is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

const firstWaitMs = 250
const longestBackOffMs = 8_000
// A service that names a longer time is not waited for: the caller gets the answer and decides.
const longestRetryAfterMs = 60_000

type Settings = { fetch: typeof globalThis.fetch; retries: number; pause: Pause }

/**
 * `fetch` that tries again after 429, 503 and a broken connection. A POST or PATCH carries one
 * Idempotency-Key over all its tries, so that it is carried out once.
 */
export function createRetryingFetch({ fetch, retries, pause }: Settings): typeof fetch {
  return async (input, init) => {
    const request = withKey(new Request(input, init))
    for (let failed = 0; ; failed += 1) {
      const isLast = failed >= retries
      const backOffMs = Math.min(firstWaitMs * 2 ** failed, longestBackOffMs)
      let waitMs = spread(backOffMs)
      try {
        // The last try needs no copy of the body.
        const response = await fetch(isLast ? request : request.clone())
        if (isLast || !(await isTemporary(response))) return response
        const retryAfterMs = readRetryAfter(response)
        if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return response
        waitMs = retryAfterMs ?? waitMs
        await response.body?.cancel()
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
      }
      await pause(waitMs, request.signal)
    }
  }
}

function withKey(request: Request): Request {
  const takesKey = request.method === 'POST' || request.method === 'PATCH'
  if (takesKey && !request.headers.has('idempotency-key')) {
    request.headers.set('idempotency-key', crypto.randomUUID())
  }
  return request
}

/** Refusals that pass by themselves; after a broken connection the first try may still be running. */
async function isTemporary(response: Response): Promise<boolean> {
  if (response.status === 429) return true
  if (response.status !== 503 && response.status !== 409) return false
  const text = await response.clone().text()
  // A library that is damaged waits for a person.
  return response.status === 503
    ? !text.includes('"recovery_mode"')
    : /"(idempotency|upload)_in_progress"/.test(text)
}

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds from now; null if it holds neither. */
function readRetryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** Somewhere in the upper half, so that many callers do not come back at the same moment. */
const spread = (ms: number) => ms * (0.5 + Math.random() / 2)
