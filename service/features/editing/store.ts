// What edits read and write. One statement each works on the list of segments where it lies, because
// a transcript of ten hours would take most of a second to come here and go back.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ContentStatus, StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type { TranscriptRow } from '../transcripts/record.ts'

export type Key = { content_id: string; version: number }
const isAt = ({ content_id: contentId, version }: Key) =>
  sql`content_id = ${contentId} AND version = ${version}`

/** The state of a recording, of which no other transaction changes the transcript until the end. */
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

/** The highest number that a speaker of any version had, so that no id is given twice. */
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

/** A new version that holds the same as version `based_on`. */
export async function insertCopy(tx: Tx, contentId: string, copy: Copy): Promise<void> {
  const { version, based_on: basedOn, origin, edited_by: editedBy, now } = copy
  await sql`
    INSERT INTO transcripts (content_id, version, text, word_count, language, language_probability,
      translated_to, model_used, speakers, segments, last_speaker,
      origin, based_on, edited_by, created_at, updated_at)
    SELECT content_id, ${version}, text, word_count, language, language_probability,
      translated_to, model_used, speakers, segments, last_speaker,
      ${origin}, ${basedOn}, ${editedBy}, ${now}::timestamptz, ${now}::timestamptz
    FROM transcripts WHERE content_id = ${contentId} AND version = ${basedOn}`.execute(tx)
}

export type Placed = { place: number; segment: StoredSegment }

/** The segment with this id, and where in the list it stands: found by the ids alone. */
export async function selectSegment(tx: Tx, key: Key, id: string): Promise<Placed | undefined> {
  const { rows } = await sql<Placed>`
    SELECT place - 1 AS place, segments->(place - 1)::integer AS segment
    FROM transcripts, jsonb_array_elements_text(jsonb_path_query_array(segments, '$[*].id'))
      WITH ORDINALITY AS list (id, place)
    WHERE ${isAt(key)} AND id = ${id}`.execute(tx)
  return rows[0]
}

/** All segments of a speaker, in the order of the recording. */
export async function selectSegmentsOf(
  tx: Tx,
  key: Key,
  speakerId: string,
): Promise<StoredSegment[]> {
  const { rows } = await sql<{ segment: StoredSegment }>`
    SELECT element AS segment
    FROM transcripts, jsonb_array_elements(segments) WITH ORDINALITY AS list (element, place)
    WHERE ${isAt(key)} AND element->>'speaker_id' = ${speakerId} ORDER BY place`.execute(tx)
  return rows.map(({ segment }) => segment)
}

/** Puts none, one or two segments in the place of one. */
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

/** Gives the segments with these ids to another speaker. */
export async function reassignSegments(
  tx: Tx,
  key: Key,
  ids: readonly string[],
  speakerId: string,
): Promise<void> {
  await sql`
    UPDATE transcripts SET segments = (
      SELECT jsonb_agg(CASE WHEN element->>'id' = ANY(${[...ids]}::text[])
        THEN jsonb_set(element, '{speaker_id}', to_jsonb(${speakerId}::text)) ELSE element END
        ORDER BY place)
      FROM jsonb_array_elements(segments) WITH ORDINALITY AS list (element, place))
    WHERE ${isAt(key)}`.execute(tx)
}

/** How long each speaker talks. */
export async function selectTalk(tx: Tx, key: Key): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; seconds: number }>`
    SELECT element->>'speaker_id' AS id,
      sum((element->'end')::float8 - (element->'start')::float8) AS seconds
    FROM transcripts, jsonb_array_elements(segments) element
    WHERE ${isAt(key)} GROUP BY 1`.execute(tx)
  return new Map(rows.map(({ id, seconds }) => [id, seconds]))
}

/** Makes the whole text anew from the segments. */
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
