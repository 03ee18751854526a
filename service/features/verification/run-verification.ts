import { second } from '../../core/time.ts'
import type { StoredFinding } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { listRecordingIds } from '../content/content.ts'
import { checkRecording } from '../content/media-state.ts'
import { findOrphans } from '../orphans/settle-recordings.ts'
import { recordNotice } from '../notices/notices.ts'
import { libraryParts, partOf, type LibraryPart } from './library-parts.ts'
import { damagedTables, type Verdict } from './lost-rows.ts'
import { selectVerification, updateRunning } from './store.ts'
import type { VerifyPayload } from './verification.ts'
import { verifyDatabase, type OnProgress } from './verify-database.ts'

export type VerifyDeps = Pick<
  Deps,
  'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log' | 'onDamaged'
>

const keptFindings = 100

/** Runs the check that verification.ts started, and stores what it found. Safe to run again. */
export async function runVerification(
  deps: VerifyDeps,
  { organization_id: organizationId, rebuilt }: VerifyPayload,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps
  const row = await selectVerification(db.sql, organizationId)
  if (row?.status !== 'running') return
  const onProgress = progressOf(deps, organizationId, signal)
  // A server has means of its own against damage, and few let an application read its pages.
  const verdict: Verdict = db.isShared
    ? { rebuilt: [], damaged: [] }
    : await verifyDatabase(db, onProgress)
  verdict.rebuilt.push(...rebuilt)
  const findings = findingsOf(verdict)
  if (row.reason === 'requested' && verdict.damaged.length === 0)
    findings.push(...(await checkRecordings(deps, onProgress, signal)))
  if (row.reason === 'requested' || row.reason === 'monthly')
    await findOrphans(deps, organizationId)
  await db.transaction(async (tx) => {
    const ended = await updateRunning(tx, organizationId, {
      status: 'completed',
      findings: JSON.stringify(findings.slice(0, keptFindings)),
      finding_count: findings.length,
      finished_at: clock.now(),
    })
    if (ended) await tellRebuilt(deps, tx, organizationId, verdict)
  })
  tellDamaged(deps, verdict)
}

/** Throws once the job is to end. */
function progressOf(
  { db, clock }: VerifyDeps,
  organizationId: string,
  signal: AbortSignal,
): OnProgress {
  let shown: { step: string; at: number } | null = null
  return async (step, done, total) => {
    signal.throwIfAborted()
    const at = clock.elapsed()
    if (shown?.step === step && at - shown.at < second) return
    shown = { step, at }
    await updateRunning(db.sql, organizationId, { step, done, total })
  }
}

async function checkRecordings(
  deps: VerifyDeps,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<StoredFinding[]> {
  const findings: StoredFinding[] = []
  const ids = await listRecordingIds(deps)
  for (const [done, id] of ids.entries()) {
    await onProgress('recordings', done, ids.length)
    const found = await checkRecording(deps, id, signal)
    if (found && found.state !== 'ok')
      findings.push({
        kind: `recording_${found.state}`,
        part: null,
        content_id: id,
        filename: found.filename,
        title: found.title,
      })
  }
  return findings
}

function findingsOf({ rebuilt, damaged }: Verdict): StoredFinding[] {
  const of = (kind: 'rebuilt' | 'lost', tables: readonly string[]) =>
    partsOf(tables).map((part) => ({ kind, part, content_id: null, filename: null, title: null }))
  return [...of('lost', damaged), ...of('rebuilt', rebuilt)]
}

const partsOf = (tables: readonly string[]): LibraryPart[] => [...new Set(tables.map(partOf))]

async function tellRebuilt(
  deps: VerifyDeps,
  tx: Parameters<typeof recordNotice>[1],
  organizationId: string,
  { rebuilt }: Verdict,
): Promise<void> {
  if (rebuilt.length === 0) return
  deps.log.warn({ tables: rebuilt }, 'damaged indexes were built again')
  const parts = new Intl.ListFormat('en').format(partsOf(rebuilt).map((part) => libraryParts[part]))
  await recordNotice(deps, tx, {
    organizationId,
    kind: 'library_repaired',
    title: 'Damage in the library was repaired',
    body: `Nothing is lost: ${parts}. If it happens again, the disk may be failing.`,
    link: '/app/#/settings?section=storage',
  })
}

/** Last, because the host then stops this service. */
export function tellDamaged({ db, log, onDamaged }: VerifyDeps, { damaged }: Verdict): void {
  if (damaged.length === 0) return
  const error = damagedTables(damaged)
  db.keepAsFound()
  log.fatal({ err: error, tables: damaged }, 'rows are lost or cannot be read')
  onDamaged(error)
}
