// What edits read and write. Each statement works on the segments inside the database: fetching a
// ten-hour transcript and writing it back would take most of a second.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ContentStatus, StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type { TranscriptRow } from '../transcripts/record.ts'

export type Key = { content_id: string; version: number }
const isAt = ({ content_id: contentId, version }: Key) =>
  sql`content_id = ${contentId} AND version = ${version}`

/** Locks a recording for the rest of the transaction and returns its status. */
export async function lockContent(tx: Tx, id: string): Promise<ContentStatus | undefined> {
  const row = await tx
    .selectFrom('content')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status
}

export const hasAnalysis = async (tx: Tx, contentId: string, version: number): Promise<boolean> =>
  (await tx
    .selectFrom('analyses')
    .select('id')
    .where('content_id', '=', contentId)
    .where('transcript_version', '=', version)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The highest speaker number in any version, so that no id is reused. */
export async function selectLastSpeaker(tx: Tx, contentId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT max(greatest(last_speaker, substring(speaker->>'id' FROM '^speaker_(\\d{1,9})$')::integer))
      AS last
    FROM transcripts LEFT JOIN LATERAL jsonb_array_elements(speakers) speaker ON TRUE
    WHERE content_id = ${contentId}`.execute(tx)
  return rows[0]?.last ?? 0
}

export type Copy = Pick<TranscriptRow, 'version' | 'based_on' | 'origin' | 'edited_by'> & {
  now: Date
}

/** Inserts a new version with the contents of version `based_on`. */
export async function insertCopy(tx: Tx, contentId: string, copy: Copy): Promise<void> {
  const { version, based_on: basedOn, origin, edited_by: editedBy, now } = copy
  await sql`
    INSERT INTO transcripts (content_id, version, text, word_count, language, language_probability,
      translated_to, has_estimated_times, model_used, speakers, segments, last_speaker,
      origin, based_on, edited_by, created_at, updated_at)
    SELECT content_id, ${version}, text, word_count, language, language_probability,
      translated_to, has_estimated_times, model_used, speakers, segments, last_speaker,
      ${origin}, ${basedOn}, ${editedBy}, ${now}::timestamptz, ${now}::timestamptz
    FROM transcripts WHERE content_id = ${contentId} AND version = ${basedOn}`.execute(tx)
}

export type Placed = { place: number; segment: StoredSegment }

/** The segment with this id and its index in the list. Only the ids are scanned. */
export async function selectSegment(tx: Tx, key: Key, id: string): Promise<Placed | undefined> {
  const { rows } = await sql<Placed>`
    SELECT place - 1 AS place, segments->(place - 1)::integer AS segment
    FROM transcripts, jsonb_array_elements_text(jsonb_path_query_array(segments, '$[*].id'))
      WITH ORDINALITY AS list (id, place)
    WHERE ${isAt(key)} AND id = ${id}`.execute(tx)
  return rows[0]
}

/** All segments in which somebody speaks, alone or while somebody else does, in order. */
export async function selectSegmentsOf(
  tx: Tx,
  key: Key,
  speakerId: string,
): Promise<StoredSegment[]> {
  const { rows } = await sql<{ segment: StoredSegment }>`
    SELECT element AS segment
    FROM transcripts, jsonb_array_elements(segments) WITH ORDINALITY AS list (element, place)
    WHERE ${isAt(key)} AND (element->>'speaker_id' = ${speakerId}
      OR element->'overlaps' @> ${JSON.stringify([{ speaker_id: speakerId }])}::jsonb)
    ORDER BY place`.execute(tx)
  return rows.map(({ segment }) => segment)
}

/** Replaces a segment with none, one or two. */
export async function replaceSegment(
  tx: Tx,
  key: Key,
  place: number,
  segments: readonly StoredSegment[],
): Promise<void> {
  const path = `{${place}}`
  const [first, second] = segments.map((segment) => JSON.stringify(segment))
  let next = sql`segments - ${place}::integer`
  if (first) next = sql`jsonb_set(segments, ${path}, ${first}::jsonb)`
  if (second) next = sql`jsonb_insert(${next}, ${path}, ${second}::jsonb, TRUE)`
  await sql`UPDATE transcripts SET segments = ${next} WHERE ${isAt(key)}`.execute(tx)
}

/** Writes who speaks in these segments. */
export async function reassignSegments(
  tx: Tx,
  key: Key,
  segments: readonly StoredSegment[],
): Promise<void> {
  if (segments.length === 0) return
  const patches = segments.map(({ id, speaker_id, overlaps }) => [id, { speaker_id, overlaps }])
  await sql`
    UPDATE transcripts SET segments = (
      SELECT jsonb_agg(CASE WHEN patch IS NULL THEN element ELSE (element - 'overlaps') || patch END
        ORDER BY place)
      FROM jsonb_array_elements(segments) WITH ORDINALITY AS list (element, place)
      LEFT JOIN jsonb_each(${JSON.stringify(Object.fromEntries(patches))}::jsonb)
        AS patches (id, patch) ON id = element->>'id')
    WHERE ${isAt(key)}`.execute(tx)
}

/** Talk time of each speaker in seconds, by speaker id. */
export async function selectTalk(tx: Tx, key: Key): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; seconds: number }>`
    SELECT element->>'speaker_id' AS id,
      sum((element->'end')::float8 - (element->'start')::float8) AS seconds
    FROM transcripts, jsonb_array_elements(segments) element
    WHERE ${isAt(key)} GROUP BY 1`.execute(tx)
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}

/** Rebuilds the full text from the segments. */
export async function updateText(tx: Tx, key: Key, separator: string): Promise<void> {
  await sql`
    UPDATE transcripts SET text = coalesce((
      SELECT string_agg(element->>'text', ${separator} ORDER BY place)
      FROM jsonb_array_elements(segments) WITH ORDINALITY AS list (element, place)), '')
    WHERE ${isAt(key)}`.execute(tx)
}

export type HeadChange = {
  speakers: readonly StoredSpeaker[]
  last_speaker: number
  word_count: number
  updated_at: Date
}

export async function updateHead(tx: Tx, key: Key, change: HeadChange): Promise<void> {
  await tx
    .updateTable('transcripts')
    .set({ ...change, speakers: JSON.stringify(change.speakers) })
    .where('content_id', '=', key.content_id)
    .where('version', '=', key.version)
    .execute()
}
