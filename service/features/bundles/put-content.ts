import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { addEntry, toActor } from '../audit-log/audit-log.ts'
import { indexContent, indexTranscript } from '../search/index-content.ts'
import { binOf } from '../trash/trash.ts'
import { whileClaimed, type ClaimDeps, type Fulfil } from '../uploads/claims.ts'
import { isAcceptedType } from '../uploads/media-types.ts'
import { noteStored } from '../uploads/receive.ts'
import { findArrived, reopenUpload, signUpload } from '../uploads/uploads.ts'
import { requireStorage } from '../usage/usage.ts'
import {
  fromPortablePrompts,
  idTaken,
  onlyRow,
  refuseUnfit,
  requireColumns,
  requireFreeIds,
  rowsOf,
  type BundleRows,
} from './rows.ts'
import type { BundleInput, BundleState, StoredTranscript } from './schema.ts'
import {
  insertRows,
  selectFile,
  selectOwned,
  selectVersions,
  selectVoiceIds,
  settleContent,
  type Owned,
  type Row,
} from './store.ts'
import { contentTable, partsOfContent, transcripts } from './tables.ts'

export type PutDeps = ClaimDeps & Pick<Deps, 'clock' | 'keys'>
type Given = Pick<BundleInput, 'project_id' | 'transcript_versions' | 'media'> & {
  id: string
  rows: BundleRows
  owned: Owned | undefined
  origin: string
}

/**
 * The first request announces the recording, which then waits like one that is being uploaded; the request that
 * finds transcripts and file there stores all else in one transaction. So a move that breaks off goes on.
 */
export async function putContent(
  deps: PutDeps,
  caller: Caller,
  given: Given,
): Promise<BundleState> {
  const { id, owned } = given
  const status = onlyRow(given.rows, 'content')['status']
  if (status !== 'completed' && status !== 'failed') {
    throw errors.invalid('tables.content', 'invalid', 'A recording goes once work on it has ended.')
  }
  if (!owned) await announce(deps, caller, given)
  const state = await whileClaimed(deps, id, (fulfil) => goOn(deps, caller, given, fulfil))
  if (state !== null) return state
  if (!(await selectFile(deps.db.sql, id))) throw errors.notFound('bundle')
  return stored(id)
}

async function goOn(
  deps: PutDeps,
  caller: Caller,
  given: Given,
  fulfil: Fulfil,
): Promise<BundleState> {
  const { id } = given
  const there = new Set(await selectVersions(deps.db.sql, id))
  const missing = given.transcript_versions.filter((version) => !there.has(version))
  const file = await selectFile(deps.db.sql, id)
  if (!file) throw errors.notFound('bundle')
  const arrived = given.media ? await findArrived(deps, file) : { stored: null }
  if (missing.length > 0 || arrived === null) {
    const upload = arrived === null ? await openUpload(deps, caller, given) : null
    return { id, state: 'incomplete', missing_transcripts: missing, upload }
  }
  await refuseUnfit(
    deps.db.transaction(async (tx) => {
      const now = await selectOwned(tx, 'content', id)
      if (!now) throw errors.notFound('bundle')
      if (now.status !== 'uploaded') return
      await fulfil(tx)
      if (arrived.stored) await noteStored(tx, id, arrived.stored)
      await complete(deps, tx, caller, given)
    }),
  )
  // What stays after a failure here is swept later, as what was never confirmed is.
  if (arrived.stored) await deps.blobs.direct?.forgetUpload(id).catch(() => {})
  return stored(id)
}

export const stored = (id: string): BundleState => ({
  id,
  state: 'stored',
  missing_transcripts: [],
  upload: null,
})

async function announce(deps: PutDeps, caller: Caller, given: Given): Promise<void> {
  const { id, rows } = given
  const row = onlyRow(rows, 'content')
  if (!isAcceptedType(String(row['content_type']))) {
    throw errors.invalid('tables.content', 'invalid', 'content_type is no type of a recording.')
  }
  const signed = await signFile(deps, caller, given)
  await refuseUnfit(
    deps.db.transaction(async (tx) => {
      if (await selectOwned(tx, 'content', id)) return
      await requireFreeIds(tx, 'content', rows)
      const project_id = await requireHome(tx, caller, given)
      await requireStorage(tx, caller.organizationId, Number(row['size_bytes']))
      const waiting = { status: 'uploaded', error_code: null, error_message: null }
      const fixed = { id, project_id, ...waiting, trashed_at: null, is_announced: true }
      await insertRows(tx, contentTable, [row], fixed)
      await reopenUpload(tx, signed)
    }),
  )
}

/** The project, which was put before; also one in the bin. */
async function requireHome(tx: Tx, { organizationId }: Caller, { project_id: id }: Given) {
  const home = id === null ? undefined : await selectOwned(tx, 'project', id)
  if (id !== null && home?.organization_id === organizationId && home.is_custom) return id
  throw errors.invalid('project_id', 'unknown', `There is no project ${id}.`)
}

function signFile(deps: PutDeps, caller: Caller, { id, rows, media, origin }: Given) {
  const { content_type, size_bytes } = onlyRow(rows, 'content')
  return signUpload(deps, caller, {
    contentId: id,
    content_type: String(content_type),
    size_bytes: Number(size_bytes),
    sha256: media?.sha256 ?? null,
    origin,
  })
}

async function openUpload(deps: PutDeps, caller: Caller, given: Given) {
  const signed = await signFile(deps, caller, given)
  await deps.db.transaction((tx) => reopenUpload(tx, signed))
  return signed.session
}

async function complete(deps: PutDeps, tx: Tx, caller: Caller, given: Given): Promise<void> {
  const { id, rows, transcript_versions: versions, media } = given
  const { organizationId } = caller
  const project_id = await requireHome(tx, caller, given)
  await requireFreeIds(tx, 'content', rows)
  await requireOwnVoices(tx, project_id, rowsOf(rows, 'speaker_voices'))
  const analyses = await fromPortablePrompts(tx, organizationId, rowsOf(rows, 'analysis_runs'), {
    column: 'prompt_id',
    withoutOne: () => newId('prompt'),
  })
  for (const table of partsOfContent) {
    const isRun = table.name === 'analysis_runs'
    const own = isRun ? analyses : rowsOf(rows, table.name)
    const namesProject = isRun || table.name === 'action_items'
    await insertRows(tx, table, own, { content_id: id, ...(namesProject && { project_id }) })
  }
  const { trashed_at, ...row } = onlyRow(rows, 'content')
  const now = deps.clock.now()
  const bin = trashed_at === null ? null : await binOf(tx, organizationId, now)
  const media_state = media ? 'ok' : 'missing'
  if (!(await settleContent(tx, id, { ...row, trashed_at, bin, media_state }))) throw idTaken()
  if (versions.length === 0) await indexContent(tx, id)
  else await indexTranscript(deps, tx, id, { isFirst: false })
  const entry = { action: 'content.taken_in', objectId: id, projectId: project_id }
  await addEntry(tx, toActor(caller), entry, now)
}

async function requireOwnVoices(tx: Tx, projectId: string, rows: readonly Row[]): Promise<void> {
  const own: unknown[] = [null, ...(await selectVoiceIds(tx, projectId))]
  const named = rows.flatMap((row) => [row['voice_id'], row['suggested_voice_id']])
  if (named.every((id) => own.includes(id))) return
  throw errors.invalid('tables.speaker_voices', 'unknown', 'A voice is not of this project.')
}

/** A version of a recording that is still to be completed; a repeated request changes nothing. */
export async function putTranscript(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { id, version, row }: { id: string; version: number; row: Row },
): Promise<StoredTranscript> {
  requireMachineAdmin(caller)
  const { organizationId, memberId } = caller
  const found = await selectOwned(db.sql, 'content', id)
  if (found?.organization_id !== organizationId) throw errors.notFound('bundle')
  if (found.status !== 'uploaded') return { id, version }
  requireColumns(transcripts, row)
  if (row['version'] !== version) {
    throw errors.invalid('row.version', 'invalid', 'row.version is not the one of the address.')
  }
  return refuseUnfit(
    db.transaction(async (tx) => {
      const now = await selectOwned(tx, 'content', id)
      const isThere = (await selectVersions(tx, id)).includes(version)
      if (!isThere && now?.status === 'uploaded') {
        // Members stay where they are: whoever brought it here answers for it.
        const edited_by = row['based_on'] === null ? null : memberId
        await insertRows(tx, transcripts, [row], { content_id: id, edited_by })
      }
      return { id, version }
    }),
  )
}
