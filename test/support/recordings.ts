import { newId } from '../../service/core/ids.ts'
import { indexContent } from '../../service/features/search/index-content.ts'
import type { Db } from '../../service/db/database.ts'

export type Recording = {
  filename?: string
  text?: string
  language?: string
  result?: Record<string, unknown>
  createdAt?: Date
  status?: 'uploaded' | 'completed'
}

/** Recordings with given words, stored without a file or an engine; for tests that need many. */
export async function storeRecordings(
  { deps, clock }: { deps: { db: Db }; clock: { now: () => Date } },
  projectId: string,
  recordings: readonly Recording[],
): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const ids: string[] = []
    for (const recording of recordings) {
      const id = newId('cont')
      ids.push(id)
      const at = recording.createdAt ?? clock.now()
      const { filename = 'call.wav', text, language = 'en', result } = recording
      await tx
        .insertInto('content')
        .values({
          id,
          project_id: projectId,
          filename,
          content_type: 'audio/wav',
          size_bytes: 1,
          status: recording.status ?? 'completed',
          created_at: at,
          updated_at: at,
        })
        .execute()
      if (text !== undefined) {
        await tx
          .insertInto('transcripts')
          .values({
            content_id: id,
            version: 1,
            text,
            word_count: text.split(' ').length,
            language,
            model_used: 'test',
            speakers: '[]',
            segments: '[]',
            created_at: at,
            updated_at: at,
          })
          .execute()
      }
      if (result) {
        await tx
          .insertInto('analyses')
          .values({
            id: newId('ana'),
            content_id: id,
            project_id: projectId,
            prompt_id: 'prompt_1',
            prompt_name: 'Test',
            prompt_version: 1,
            transcript_version: 1,
            version: 1,
            status: 'completed',
            result: JSON.stringify(result),
            created_at: at,
          })
          .execute()
      }
      await indexContent(tx, id)
    }
    return ids
  })
}
