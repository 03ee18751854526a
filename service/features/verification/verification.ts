import { Type, type Static } from 'typebox'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { day, toIsoOrNull } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import { findOrganizationId } from '../org/org.ts'
import type { Verification } from './schema.ts'
import {
  replaceVerification,
  selectVerification,
  updateRunning,
  type VerificationRow,
} from './store.ts'

export type Reason = VerificationRow['reason']

/** `rebuilt`: tables whose indexes the start had to build again, for the person to be told. */
const VerifyPayload = Type.Object({
  organization_id: Type.String(),
  rebuilt: Type.Array(Type.String()),
})
export type VerifyPayload = Static<typeof VerifyPayload>

/** Checks the library; there is one check at a time. */
export const verifyJob = defineJob({
  name: 'library.verify',
  payload: VerifyPayload,
  lane: 'light',
  attempts: 3,
})

type StartDeps = Pick<Deps, 'db' | 'queue' | 'clock'>

/** Choice: as often as each recording is compared with its hash. */
const everyMs = 30 * day

export const startVerification = (deps: StartDeps, caller: Caller): Promise<Verification> => {
  requireMachineAdmin(caller)
  const payload = { organization_id: caller.organizationId, rebuilt: [] }
  return deps.db.transaction(async (tx) =>
    toVerification(await begin(deps, tx, payload, 'requested')),
  )
}

/** The one that runs; else a new one. */
async function begin(
  { queue, clock }: StartDeps,
  tx: Tx,
  payload: VerifyPayload,
  reason: Reason,
): Promise<VerificationRow> {
  const { organization_id: organizationId } = payload
  const last = await selectVerification(tx, organizationId)
  if (last?.status === 'running') return last
  await queue.enqueue(tx, verifyJob.of(payload, organizationId, { organizationId }))
  return replaceVerification(tx, {
    organization_id: organizationId,
    reason,
    status: 'running',
    step: null,
    started_at: clock.now(),
    finished_at: null,
  })
}

export async function readVerification(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<Verification> {
  requireMachineAdmin(caller)
  return toVerification(await selectVerification(db.sql, caller.organizationId))
}

/** Ends the one that runs; one that has ended stays as it is. */
export const cancelVerification = (deps: StartDeps, caller: Caller): Promise<Verification> => {
  requireMachineAdmin(caller)
  const { organizationId: id } = caller
  return deps.db.transaction(async (tx) => {
    await deps.queue.cancel(tx, id, verifyJob)
    const finished_at = deps.clock.now()
    const row = await updateRunning(tx, id, { status: 'cancelled', finished_at })
    return toVerification(row ?? (await selectVerification(tx, id)))
  })
}

/** Starts one for a reason of our own. */
export async function verifyBecause(
  deps: StartDeps,
  reason: Reason,
  rebuilt: string[] = [],
): Promise<void> {
  const id = await findOrganizationId(deps.db.sql)
  await deps.db.transaction((tx) => begin(deps, tx, { organization_id: id, rebuilt }, reason))
}

/** Called hourly by start.ts. */
export async function verifyMonthly(deps: StartDeps): Promise<void> {
  const id = await findOrganizationId(deps.db.sql)
  const last = await selectVerification(deps.db.sql, id)
  const lastMs = (last?.finished_at ?? last?.started_at)?.getTime() ?? 0
  if (deps.clock.now().getTime() - lastMs > everyMs) await verifyBecause(deps, 'monthly')
}

/** For one that could not be brought to an end. */
export async function endFailed({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  await updateRunning(db.sql, id, { status: 'failed', finished_at: clock.now() })
}

const toVerification = (row: VerificationRow | undefined): Verification => ({
  status: row?.status ?? 'never',
  reason: row?.reason ?? null,
  step: row?.step ?? null,
  done: row?.done ?? 0,
  total: row?.total ?? 0,
  // Stored by run-verification.ts in this form; older ones without a title.
  findings: (row?.findings ?? []).map((one) => ({
    ...one,
    title: one.title ?? one.filename,
  })) as Verification['findings'],
  finding_count: row?.finding_count ?? 0,
  started_at: toIsoOrNull(row?.started_at ?? null),
  finished_at: toIsoOrNull(row?.finished_at ?? null),
})
