import { sql as raw, type Insertable, type Selectable } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { SpeakerVoices, Voices } from '../../db/tables.ts'

export type VoiceRow = Selectable<Voices> & { sample_count: number; seconds: number }

const selectWithSamples = (sql: Sql) =>
  sql
    .selectFrom('voices')
    .selectAll('voices')
    .select((by) => {
      const samples = by
        .selectFrom('speaker_voices')
        .whereRef('speaker_voices.voice_id', '=', 'voices.id')
      return [
        samples.select((of) => of.fn.countAll<number>().as('count')).as('sample_count'),
        samples.select((of) => of.fn.sum<number>('seconds').as('sum')).as('seconds'),
      ]
    })

export const selectVoices = (sql: Sql, projectId: string, page: PageRequest) =>
  // Both counts are of rows that exist: a voice without samples is deleted by the database.
  pageOf(selectWithSamples(sql).where('project_id', '=', projectId).$castTo<VoiceRow>(), page)

export const selectVoice = (sql: Sql, id: string) =>
  sql.selectFrom('voices').select(['id', 'project_id']).where('id', '=', id).executeTakeFirst()

export const selectVoiceByName = (tx: Tx, projectId: string, name: string) =>
  tx
    .selectFrom('voices')
    .select('id')
    .where('project_id', '=', projectId)
    .where(raw<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()

export async function insertVoice(tx: Tx, row: Insertable<Voices>): Promise<void> {
  await tx.insertInto('voices').values(row).execute()
}

export async function updateVoice(tx: Tx, id: string, name: string, now: Date): Promise<void> {
  await tx.updateTable('voices').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** A voice with every sample that is of it, or may be as far as anybody said. */
export async function deleteVoice(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('speaker_voices')
    .where((by) =>
      by.or([
        by('voice_id', '=', id),
        by.and([by('suggested_voice_id', '=', id), by('voice_id', 'is', null)]),
      ]),
    )
    .execute()
  await tx.deleteFrom('voices').where('id', '=', id).execute()
}

/** All voices of a project and all samples of its recordings; how many voices there were. */
export async function deleteAll(tx: Tx, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('voices')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const own = tx.selectFrom('content').select('id').where('project_id', '=', projectId)
  await tx.deleteFrom('speaker_voices').where('content_id', 'in', own).execute()
  // What a transcription under way has found of them is found anew, if it is still to be known.
  await tx
    .deleteFrom('transcription_parts')
    .where('content_id', 'in', own)
    .where(raw<boolean>`value->'voices' IS NOT NULL`)
    .execute()
  await tx.deleteFrom('voices').where('project_id', '=', projectId).execute()
  return count
}

export async function selectIsRemembering(sql: Sql, projectId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('projects')
    .select('voice_memory')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.voice_memory ?? false
}

/** A speaker of a version by the engine. */
export type Source = { contentId: string; version: number }

const samplesOf = (tx: Tx, { contentId, version }: Source) =>
  tx
    .updateTable('speaker_voices')
    .where('content_id', '=', contentId)
    .where('transcript_version', '=', version)

export async function insertSample(tx: Tx, row: Insertable<SpeakerVoices>): Promise<void> {
  await tx.insertInto('speaker_voices').values(row).execute()
}

/** What nobody named is known anew by the version that follows. */
export async function deleteNameless(tx: Tx, contentId: string): Promise<void> {
  await tx
    .deleteFrom('speaker_voices')
    .where('content_id', '=', contentId)
    .where('voice_id', 'is', null)
    .execute()
}

export type Sample = Pick<
  Selectable<SpeakerVoices>,
  'speaker_id' | 'voice_id' | 'transcript_version'
>

export const selectSamples = (tx: Tx, { contentId, version }: Source): Promise<Sample[]> =>
  tx
    .selectFrom('speaker_voices')
    .select(['speaker_id', 'voice_id', 'transcript_version'])
    .where('content_id', '=', contentId)
    .where('transcript_version', '=', version)
    .execute()

/** Says whose voice some speakers have, or that nobody knows. */
export async function updateSamples(
  tx: Tx,
  source: Source,
  speakerIds: readonly string[],
  voiceId: string | null,
): Promise<void> {
  await samplesOf(tx, source)
    .set({ voice_id: voiceId })
    .where('speaker_id', 'in', [...speakerIds])
    .execute()
}

/** The same sound, transcribed by an earlier run, does not count twice. */
export async function deleteEarlier(tx: Tx, source: Source, voiceId: string): Promise<void> {
  await tx
    .deleteFrom('speaker_voices')
    .where('content_id', '=', source.contentId)
    .where('transcript_version', '!=', source.version)
    .where('voice_id', '=', voiceId)
    .execute()
}

export type Known = Pick<Selectable<SpeakerVoices>, 'model' | 'embedding' | 'seconds'> & {
  voice_id: string
}

// Choice: the last 30 recordings of a person tell how they sound; more would only take time.
const mostSamples = 30

/** How the people of a project sound, as one encoder embeds them. */
export async function selectKnown(tx: Tx, projectId: string): Promise<Known[]> {
  const { rows } = await raw<Known>`
    SELECT voice_id, model, embedding, seconds FROM (
      SELECT samples.*, row_number() OVER (
        PARTITION BY voice_id, model ORDER BY content_id DESC, speaker_id) AS place
      FROM speaker_voices samples JOIN voices ON voices.id = samples.voice_id
      WHERE voices.project_id = ${projectId}
    ) newest WHERE place <= ${mostSamples}`.execute(tx)
  return rows
}

/** Names that are proposed for speakers whom nobody named, by speaker id. */
export const selectSuggestions = (sql: Sql, { contentId, version }: Source) =>
  sql
    .selectFrom('speaker_voices')
    .innerJoin('voices', 'voices.id', 'speaker_voices.suggested_voice_id')
    .select(['speaker_voices.speaker_id', 'voices.name'])
    .where('content_id', '=', contentId)
    .where('transcript_version', '=', version)
    .where('voice_id', 'is', null)
    .modifyFront(plannedOnce)
    .execute()
