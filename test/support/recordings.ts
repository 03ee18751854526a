import { link, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { newId } from '../../service/core/ids.ts'
import { indexContent, indexTranscript } from '../../service/features/search/index-content.ts'
import type { Db, Tx } from '../../service/db/database.ts'
import type { Transcription } from '../../service/engine/engine.ts'
import { finishTranscription } from '../../service/features/transcription/outcome.ts'
import { toTranscript } from '../../service/features/transcripts/segments.ts'
import type { TestApp } from './app.ts'

/** Where a recording lies on the disk. */
export const recordingFile = ({ config }: Pick<TestApp['deps'], 'config'>, id: string): string =>
  path.join(config.dataDir, 'recordings', id)

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

type StoredCall = { filename: string; bytes: Uint8Array; transcription: Transcription }

/**
 * A recording with the transcript of an engine's result, stored as the end of its transcription
 * stores it, but never uploaded: for tests about what follows. `bytes` is its file. Returns its id.
 */
export async function storeTranscribed(
  { deps, clock }: Pick<TestApp, 'deps' | 'clock'>,
  projectId: string,
  { filename, bytes, transcription }: StoredCall,
): Promise<string> {
  const id = newId('cont')
  const now = clock.now()
  await writeFile(recordingFile(deps, id), bytes)
  await deps.db.transaction(async (tx) => {
    await tx
      .insertInto('content')
      .values({
        id,
        project_id: projectId,
        filename,
        content_type: 'audio/wav',
        size_bytes: bytes.length,
        status: 'processing',
        stage: 'finishing',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const transcript = toTranscript(transcription)
    await finishTranscription(deps, tx, id, { transcription, transcript, processingSeconds: 0 })
  })
  return id
}

/**
 * A copy of a transcribed recording in a project, with its file, but without analyses, events and
 * learned voices: a twentieth of the work of another upload and transcription. Returns its id.
 */
export async function copyRecording(
  { deps }: Pick<TestApp, 'deps'>,
  sourceId: string,
  projectId: string,
): Promise<string> {
  const id = newId('cont')
  await link(recordingFile(deps, sourceId), recordingFile(deps, id))
  await deps.db.transaction(async (tx) => {
    await copyRow(tx, 'content', { id: sourceId }, { id, project_id: projectId })
    for (const table of ['transcripts', 'waveforms', 'upload_sessions']) {
      await copyRow(tx, table, { content_id: sourceId }, { content_id: id })
    }
    await indexTranscript(deps, tx, id)
  })
  return id
}

/** Copies the rows of one key, with other values in some columns. */
async function copyRow(tx: Tx, table: string, key: Record<string, string>, changes: object) {
  const { rows } = await sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = ''`.execute(tx)
  const columns = rows.map(({ name }) => sql.ref(name))
  const [[column = '', value] = []] = Object.entries(key)
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)})
    SELECT ${sql.join(columns)} FROM (
      SELECT (jsonb_populate_record(original, ${changes}::jsonb)).*
      FROM ${sql.table(table)} original WHERE ${sql.ref(column)} = ${value}) AS copy`.execute(tx)
}
