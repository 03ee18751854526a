// The segments of a very long transcript on their way into the database.
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoredSegment } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import type { Staged } from '../transcripts/transcripts.ts'
import type { ContentRun } from './content-job.ts'
import { requireRoom } from './outcome.ts'
import { mergeParts, upsertPart } from './store.ts'

/** Choice: so much JSON is sent, read and written in some hundredths of a second. */
const chunkLength = 1_000_000

/**
 * Writes the segments into parts of the transcription, so that the transaction that publishes them only puts two parts
 * together: PGlite does one thing at a time, and whoever asks meanwhile waits. Null where they are few, or where others have
 * connections of their own. What a run leaves that ends before is removed with its other parts.
 */
export async function stageSegments(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  run: ContentRun,
  segments: readonly StoredSegment[],
): Promise<Staged | null> {
  if (db.isShared) return null
  const chunks: string[] = []
  for (const chunk of chunksOf(segments)) {
    chunks.push(chunk)
    await nextTurn()
  }
  if (chunks.length === 1) return null
  await requireRoom(config.dataDir)
  const { content_id } = run.payload
  const newKey = () => `segments:${randomUUID()}`
  let keys: string[] = []
  for (const value of chunks) {
    const key = newKey()
    const row = { content_id, key, value, created_at: clock.now() }
    await whileCurrent(db, run, (tx) => upsertPart(tx, row))
    keys.push(key)
  }
  while (keys.length > 2) {
    const merged: string[] = []
    for (let at = 0; at < keys.length; at += 2) {
      const [first = '', second] = keys.slice(at, at + 2)
      if (second === undefined) {
        merged.push(first)
        continue
      }
      const key = newKey()
      await whileCurrent(db, run, (tx) => mergeParts(tx, content_id, { first, second, key }))
      merged.push(key)
    }
    keys = merged
  }
  const [first = '', second = ''] = keys
  return { first, second }
}

/** At least one, each a list in JSON. */
function* chunksOf(segments: readonly StoredSegment[]): Generator<string> {
  let chunk: string[] = []
  let length = 0
  for (const segment of segments) {
    const text = JSON.stringify(segment)
    if (length > 0 && length + text.length > chunkLength) {
      yield `[${chunk.join(',')}]`
      chunk = []
      length = 0
    }
    chunk.push(text)
    length += text.length
  }
  yield `[${chunk.join(',')}]`
}
