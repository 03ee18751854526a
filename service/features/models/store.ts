import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'

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
