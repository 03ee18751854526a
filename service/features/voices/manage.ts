// The list of remembered voices and their removal; apart, because projects takes from voices.ts.
import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requireProject } from '../projects/projects.ts'
import type { ForgottenVoices, Voice } from './schema.ts'
import { deleteVoice, selectVoice, selectVoices, type VoiceRow } from './store.ts'
import { forgetVoices } from './voices.ts'

export async function listVoices(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  projectId: string,
  query: PagingQuery,
) {
  await requireProject(db.sql, caller, projectId)
  const request = { ...query, filters: { project_id: projectId }, key: keys.cursor }
  const { items, nextCursor } = await selectVoices(db.sql, projectId, request)
  return { items: items.map(toVoice), nextCursor }
}

/** Forgets one person: the voice, and every sample that is or may be theirs. */
export async function removeVoice(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
  voiceId: string,
) {
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    const row = await selectVoice(tx, voiceId)
    if (row?.project_id !== projectId) throw errors.notFound('voice')
    await deleteVoice(tx, voiceId)
    return { id: voiceId, deleted: true as const }
  })
}

export async function removeAllVoices(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<ForgottenVoices> {
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    return { deleted_count: await forgetVoices(tx, projectId) }
  })
}

const toVoice = (row: VoiceRow): Voice => ({
  id: row.id,
  name: row.name,
  sample_count: row.sample_count,
  seconds: Math.round(row.seconds * 10) / 10,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
