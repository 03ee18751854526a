import { sql as raw } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Sql } from '../../db/database.ts'

/** What an organization chose for recordings and projects that say nothing. */
export const selectDefaults = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('organizations')
    .select(['speech_model', 'language_model'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()

/** How many of the projects within reach name each speech model. */
export async function countProjects(
  sql: Sql,
  { organizationId, projectIds }: Reach,
): Promise<ReadonlyMap<string, number>> {
  let query = sql
    .selectFrom('projects')
    .select(['speech_model', raw<number>`count(*)::integer`.as('count')])
    .where('organization_id', '=', organizationId)
    .where('speech_model', 'is not', null)
    .groupBy('speech_model')
  if (projectIds) query = query.where('id', '=', raw<string>`ANY(${[...projectIds]})`)
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.speech_model ?? '', row.count]))
}

/** Whether a running transcription was asked to use the model. */
export async function isTranscribing(sql: Sql, modelId: string): Promise<boolean> {
  const found = await sql
    .selectFrom('jobs')
    .innerJoin('content', (join) =>
      join.on('content.id', '=', raw<string>`jobs.payload->>'content_id'`),
    )
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select('jobs.id')
    .where('jobs.name', '=', 'content.transcribe')
    .where('jobs.state', '=', 'running')
    .where(raw<string>`coalesce(content.speech_model, projects.speech_model)`, '=', modelId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether anything is being written by the language model. */
export async function isWriting(sql: Sql): Promise<boolean> {
  const found = await sql
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', 'analysis.run')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How many times faster than the sound the newest transcriptions with a model were. */
export async function selectSpeeds(sql: Sql, modelId: string, limit: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('transcripts')
    .innerJoin('content', 'content.id', 'transcripts.content_id')
    .select(
      raw<number>`content.duration_seconds / transcripts.processing_seconds`.as('times_real_time'),
    )
    .where('transcripts.model_used', '=', modelId)
    .where('transcripts.origin', '=', 'machine')
    .where('transcripts.processing_seconds', '>', 0)
    .where('content.duration_seconds', '>', 0)
    .orderBy('transcripts.created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ times_real_time }) => Number(times_real_time))
}
