import { canonicalJson } from '../../core/canonical-json.ts'
import { ApiError } from '../../core/errors.ts'
import { seal, sha256Hex, unseal } from '../../core/secrets.ts'
import { day, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { BeginOnce, Earlier, OnceRequest, Reservation } from '../../http/idempotency.ts'
import {
  answerKey,
  commitKey,
  deleteKeysUntil,
  deleteReserved,
  releaseKey,
  reserveKey,
  selectKey,
  type HeldKey,
  type KeyRow,
  type KeyScope,
} from './store.ts'

const keptMs = day // api-choices.md 17
/** A longer path is kept as its hash: an index entry of PostgreSQL holds at most 2.7 KB. */
const maxPathLength = 500

type IdempotencyDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'lease' | 'log' | 'signals'>

/**
 * Keeps what requests with an Idempotency-Key led to, so that each is done once (api-choices.md
 * 17).
 * Survives a kill at any moment, because the transaction that does the work also notes its answer:
 * a row is `reserved` before the work, `committed` with it, `answered` after the answer. What a kill
 * left reserved did nothing, and a twin takes its place; what it left committed is answered from the row.
 */
export function beginOnce(deps: IdempotencyDeps): BeginOnce {
  /** Of this process. What it holds and is not among them has ended. */
  const running = new Set<string>()
  /** Whose beginning or end the database was not heard of: nobody could send those again while this process lives. */
  const ended = new Map<string, HeldKey>()
  const releaseEnded = async (): Promise<void> => {
    for (const [id, held] of ended) {
      if (!running.has(id)) await releaseKey(deps.db.sql, held)
      ended.delete(id)
    }
  }
  deps.signals.on('lease.renewed', () =>
    releaseEnded().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'keys of requests that ended are still held'),
    ),
  )
  return async (request) => {
    const { db, clock, lease } = deps
    const scope = scopeOf(request)
    const id = JSON.stringify(scope)
    const request_hash = sha256Hex(canonicalJson(request.body))
    const now = clock.now()
    const held = { ...scope, process: lease.id }
    const { role } = request
    const row = { ...held, request_hash, role, created_at: now }
    const isReserved = await reserveKey(db.sql, row, expiry(now)).catch((error: unknown) => {
      ended.set(id, held)
      throw error
    })
    if (isReserved) {
      running.add(id)
      const end = (isStored: boolean): void => {
        running.delete(id)
        if (!isStored) ended.set(id, held)
      }
      return reservation(deps, held, end)
    }
    // Asked between the two: the twin that holds the key is on the list by now, and where it is not
    // any more, the row that is read next says how it ended.
    const isRunningHere = running.has(id)
    const found = await selectKey(db.sql, scope)
    // Released between the two statements, or the API key was revoked: whoever asks again is told.
    if (!found) throw inProgress()
    if (found.request_hash !== request_hash) throw reused()
    // The answer may hold what this role is refused, and the work may have been done, so that it is not done again.
    if (found.role !== null && found.role !== role) throw usedInOtherRole()
    const isRunning = found.process === lease.id ? isRunningHere : found.is_held
    if (found.state === 'reserved' || (found.state === 'committed' && isRunning)) throw inProgress()
    return earlier(deps, found)
  }
}

const scopeOf = ({ keyId, method, path, key }: OnceRequest): KeyScope => ({
  api_key_id: keyId,
  method,
  path: path.length > maxPathLength ? sha256Hex(path) : path,
  key,
})

const expiry = (now: Date): Date => plusMs(now, -keptMs)

const inProgress = () =>
  new ApiError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running; ask again.',
    { headers: { 'retry-after': '1' } },
  )

const reused = () =>
  new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body; use a new one.',
  )

const usedInOtherRole = () =>
  new ApiError(
    'idempotency_key_reused',
    'The role of the member changed since this Idempotency-Key was used; use a new one.',
  )

function reservation(
  { db, keys, log }: IdempotencyDeps,
  held: HeldKey,
  end: (isStored: boolean) => void,
): Reservation {
  let isOver = false
  let isCommitted = false
  const kept = (status: number, text: string) => ({
    status,
    body_sealed: seal(keys.idempotency, text),
  })
  return {
    during: (fn, statusOf) =>
      db.hookFirstCommit(async (tx, data) => {
        // Work that the request only set off, and that outlives it, is none of its answer.
        if (isOver) return
        const answer = kept(statusOf(data), JSON.stringify(data ?? null))
        const isOurs = await commitKey(tx, held, answer)
        // This process was cut off so long that a twin has begun on another one: the work is that one's.
        if (!isOurs) throw inProgress()
        isCommitted = true
      }, fn),
    finish: async (answer) => {
      isOver = true
      try {
        // Choice: what failed after its commit is answered like what was killed there, with the data.
        if (isCommitted && (answer?.status ?? 500) >= 400) await releaseKey(db.sql, held)
        else if (answer) await answerKey(db.sql, held, kept(answer.status, answer.body))
        else await deleteReserved(db.sql, held)
        end(true)
      } catch (error) {
        // The work is done and its data is kept; the answer is not held back for this.
        log.error({ err: error }, 'the answer to an Idempotency-Key could not be kept')
        end(false)
      }
    },
  }
}

function earlier({ keys }: IdempotencyDeps, { state, status, body_sealed }: KeyRow): Earlier {
  if (status === null || body_sealed === null) throw new Error(`A ${state} key holds no answer.`)
  const text = unseal(keys.idempotency, body_sealed)
  return state === 'answered' ? { status, body: text } : { status, data: JSON.parse(text) }
}

export const expireKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteKeysUntil(db.sql, expiry(clock.now()))
