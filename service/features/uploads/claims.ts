import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../core/errors.ts'
import { second } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { dropFiles } from '../content/content.ts'
import {
  deleteClaim,
  deleteFreeClaims,
  isUnconfirmed,
  takeClaim,
  type Claim,
} from './claim-store.ts'

/** What `whileClaimed` needs. */
export type ClaimDeps = Pick<Deps, 'db' | 'queue' | 'blobs' | 'lease' | 'draining'>

/** Choice: most files are copied by then; whoever sent a larger one asks again. */
const longestWaitMs = 20 * second
const [shortestPauseMs, longestPauseMs] = [20, 500]

/** What ends a claim is no work of the request that took it, whose first commit keeps its answer (api-choices.md 17). */
const apart = AsyncLocalStorage.snapshot()

/** Gives the claim up, in the transaction for which it was taken. Throws where another one has taken it over. */
export type Fulfil = (tx: Tx) => Promise<void>

/**
 * Runs `work`, which may write and remove the recording in the store, while nobody else does, in whatever process. Waits
 * for who does; null where the item was confirmed or deleted meanwhile. Where it was deleted during `work`, what came
 * to the store is removed as with the deletion. In a folder nothing is written at this point.
 */
export async function whileClaimed<Result>(
  deps: ClaimDeps,
  contentId: string,
  work: (fulfil: Fulfil) => Promise<Result>,
): Promise<Result | null> {
  if (!deps.blobs.direct) return work(async () => {})
  const claim = { content_id: contentId, token: randomUUID(), process: deps.lease.id }
  let organizationId: string | null = null
  let isOver = false
  try {
    organizationId = await awaitClaim(deps, claim)
    if (organizationId === null) return null
    let isFulfilled = false
    const result = await work(async (tx) => {
      if ((await deleteClaim(tx, claim)) === undefined) throw inConfirmation()
      isFulfilled = true
    })
    isOver = isFulfilled
    return result
  } finally {
    if (!isOver) await release(deps, claim, organizationId)
  }
}

/** The id of the organization whose the item is; null where there is nothing to confirm any more. */
async function awaitClaim({ db, draining }: ClaimDeps, claim: Claim): Promise<string | null> {
  const beganAt = performance.now()
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const taken = await takeClaim(db.sql, claim)
    // Asked after it was taken: who held it before may have confirmed the upload.
    if (!(await isUnconfirmed(db.sql, claim.content_id))) return null
    if (taken !== undefined) return taken
    if (performance.now() - beganAt > longestWaitMs) throw inConfirmation()
    await pause(pauseMs, undefined, { signal: draining }).catch(() => {
      throw inConfirmation()
    })
  }
}

/** Also one of which is not known whether it was taken. Without the database it is tried again as soon as that is back. */
async function release(
  { db, queue }: ClaimDeps,
  claim: Claim,
  organizationId: string | null,
): Promise<void> {
  const id = claim.content_id
  const attempt = () =>
    apart(() =>
      db.transaction(async (tx) => {
        const owner = (await deleteClaim(tx, claim)) ?? organizationId
        const isGone = (await isUnconfirmed(tx, id)) === undefined
        if (isGone && owner !== null) await dropFiles({ queue }, tx, owner, [id])
      }),
    )
  await attempt().catch(() => {
    const stop: () => void = db.signals.on('lease.renewed', () => attempt().then(stop, () => {}))
  })
}

/** What processes held that are gone: their items wait for another confirmation, or were deleted. */
export async function releaseDeadClaims({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { content_id: id, organization_id: owner } of await deleteFreeClaims(tx)) {
      if ((await isUnconfirmed(tx, id)) === undefined) await dropFiles({ queue }, tx, owner, [id])
    }
  })
}

const inConfirmation = () =>
  new ApiError('upload_in_progress', 'This upload is being confirmed right now; ask again.', {
    headers: { 'retry-after': '2' },
  })
