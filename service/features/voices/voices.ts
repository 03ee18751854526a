// Voice memory: how people sound, kept only where a project's owner wants it.
import { newId } from '../../core/ids.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { Voice } from '../../engine/engine.ts'
import { matchVoices } from './match.ts'
import {
  deleteAll,
  deleteEarlier,
  deleteNameless,
  insertSample,
  insertVoice,
  selectIsRemembering,
  selectKnown,
  selectSamples,
  selectSuggestions,
  selectVoiceByName,
  updateSamples,
  updateVoice,
  type Source,
} from './store.ts'

export type DetectedVoice = { speakerId: string; voice: Voice | null; seconds: number }

/** Stores how the speakers of a new transcript sound, and whose names may be proposed for them. */
export async function rememberVoices(
  tx: Tx,
  { contentId, projectId, version }: Source & { projectId: string },
  speakers: readonly DetectedVoice[],
): Promise<void> {
  if (!(await selectIsRemembering(tx, projectId))) return
  const detected = speakers.flatMap(({ voice, ...rest }) => (voice ? [{ ...voice, ...rest }] : []))
  const known = (await selectKnown(tx, projectId)).map(({ voice_id: id, ...rest }) => ({
    id,
    ...rest,
  }))
  const matches = matchVoices(detected, known)
  await deleteNameless(tx, contentId)
  for (const { speakerId, model, embedding, seconds } of detected) {
    await insertSample(tx, {
      content_id: contentId,
      transcript_version: version,
      speaker_id: speakerId,
      model,
      embedding: JSON.stringify(embedding),
      seconds,
      suggested_voice_id: matches.get(speakerId) ?? null,
    })
  }
}

export type Lesson = Source & {
  projectId: string
  speakerIds: readonly string[]
  /** What they are called now; null where the name was taken away. */
  name: string | null
  /** What the first was called before: those merged with them go along. */
  formerName?: string | null
}

/**
 * A person said how speakers are called: their samples are learned under this name. Where the project
 * does not remember, or nothing is known of how they sound, nothing happens.
 */
export async function learnVoice(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { projectId, speakerIds, name, formerName, ...source }: Lesson,
): Promise<void> {
  if (!(await selectIsRemembering(tx, projectId))) return
  const former = formerName ? await selectVoiceByName(tx, projectId, formerName) : undefined
  const samples = (await selectSamples(tx, source)).filter(
    ({ speaker_id: id, voice_id }) =>
      speakerIds.includes(id) || (former !== undefined && voice_id === former.id),
  )
  const ids = samples.map(({ speaker_id }) => speaker_id)
  if (ids.length === 0) return
  if (name === null) return updateSamples(tx, source, ids, null)
  const id = await keepVoice({ clock }, tx, projectId, name)
  await updateSamples(tx, source, ids, id)
  await deleteEarlier(tx, source, id)
}

async function keepVoice({ clock }: Pick<Deps, 'clock'>, tx: Tx, projectId: string, name: string) {
  const now = clock.now()
  const found = await selectVoiceByName(tx, projectId, name)
  if (found) {
    await updateVoice(tx, found.id, name, now)
    return found.id
  }
  const id = newId('voice')
  await insertVoice(tx, { id, project_id: projectId, name, created_at: now, updated_at: now })
  return id
}

/** Names that may belong to the nameless speakers of a transcript, by speaker id. */
export async function listSuggestions(
  sql: Sql,
  contentId: string,
  version: number,
): Promise<Map<string, string>> {
  const rows = await selectSuggestions(sql, { contentId, version })
  return new Map(rows.map(({ speaker_id, name }) => [speaker_id, name]))
}

/** Forgets every voice of a project for good, and how the speakers of its recordings sound. */
export const forgetVoices = (tx: Tx, projectId: string): Promise<number> => deleteAll(tx, projectId)
