import { canonicalJson } from '../../core/canonical-json.ts'
import { ApiError } from '../../core/errors.ts'
import { seal, sha256Hex, unseal } from '../../core/secrets.ts'
import { day, plusMs } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { BeginOnce, Earlier, OnceRequest, Reservation } from '../../http/idempotency.ts'
import {
  deleteAllReserved,
  deleteKeysUntil,
  deleteReserved,
  reserveKey,
  selectKey,
  updateKey,
  type KeyRow,
  type KeyScope,
} from './store.ts'

const keptMs = day // api-choices.md 17
/** A longer path is kept as its hash: an index entry of PostgreSQL holds at most 2.7 KB. */
const maxPathLength = 500

type IdempotencyDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'log'>

/**
 * Keeps what requests with an Idempotency-Key led to, so that each is done once (api-choices.md
 * 17).
 * Survives a kill at any moment, because the transaction that does the work also notes its answer:
 * a row is `reserved` before the work, `committed` with it, `answered` after the answer. What a kill
 * left reserved did nothing; what it left committed is answered from the row.
 */
export function beginOnce(deps: IdempotencyDeps): BeginOnce {
  /** Of this process. A committed row that is not among them was left by a kill. */
  const running = new Set<string>()
  return async (request) => {
    const { db, clock } = deps
    const scope = scopeOf(request)
    const id = JSON.stringify(scope)
    const request_hash = sha256Hex(canonicalJson(request.body))
    const now = clock.now()
    if (await reserveKey(db.sql, { ...scope, request_hash, created_at: now }, expiry(now))) {
      running.add(id)
      return reservation(deps, scope, () => running.delete(id))
    }
    // Asked between the two: the twin that holds the key is on the list by now, and where it is not
    // any more, the row that is read next says how it ended.
    const isRunning = running.has(id)
    const row = await selectKey(db.sql, scope)
    // Released between the two statements, or the API key was revoked: whoever asks again is told.
    if (!row) throw inProgress()
    if (row.request_hash !== request_hash) throw reused()
    if (row.state === 'reserved' || (row.state === 'committed' && isRunning)) throw inProgress()
    return earlier(deps, row)
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

function reservation(
  { db, keys, log }: IdempotencyDeps,
  scope: KeyScope,
  end: () => void,
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
        await updateKey(tx, scope, { state: 'committed', ...answer })
        isCommitted = true
      }, fn),
    finish: async (answer) => {
      isOver = true
      try {
        if (answer && !(isCommitted && answer.status >= 400)) {
          await updateKey(db.sql, scope, { state: 'answered', ...kept(answer.status, answer.body) })
          return
        }
        // Choice: what failed after its commit is answered like what was killed there, with the
        // data. So nothing happens here to a row that is committed.
        await deleteReserved(db.sql, scope)
      } catch (error) {
        // The work is done and its data is kept; the answer is not held back for this.
        log.error({ err: error }, 'the answer to an Idempotency-Key could not be kept')
      } finally {
        end()
      }
    },
  }
}

function earlier({ keys }: IdempotencyDeps, { state, status, body_sealed }: KeyRow): Earlier {
  if (status === null || body_sealed === null) throw new Error(`A ${state} key holds no answer.`)
  const text = unseal(keys.idempotency, body_sealed)
  return state === 'answered' ? { status, body: text } : { status, data: JSON.parse(text) }
}

/** At a start nothing runs: keys that are only reserved led to nothing, and may be used again. */
export const forgetInterrupted = (sql: Sql): Promise<void> => deleteAllReserved(sql)

export const expireKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteKeysUntil(db.sql, expiry(clock.now()))
