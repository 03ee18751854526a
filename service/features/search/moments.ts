import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoredSpeaker } from '../../db/tables.ts'
import { addTerms, readMarks, toExcerpt, withoutMarks } from './highlight.ts'
import type { SearchMoment } from './schema.ts'
import { isSaidBy } from './speech-store.ts'
import { markTexts } from './store.ts'

/** Choice: as many lines of one recording as a list of hits has room for. */
const mostOfRecording = 3
// Lines that are compared with each other; more only come from words that are said all the time.
const mostCompared = 300

type Line = {
  content_id: string
  segment_id: string
  start_time: number
  end_time: number
  text: string
  language: string
  speaker: StoredSpeaker | null
}

/** The lines of these recordings in which most of the words were said, by recording, in their order. */
export async function findMoments(
  tx: Tx,
  contentIds: readonly string[],
  { query, runs, speaker }: { query: string; runs: string[]; speaker: string | undefined },
): Promise<Map<string, SearchMoment[]>> {
  const terms = termsOf(query)
  if (contentIds.length === 0 || terms.length === 0) return new Map()
  const lines = await selectLines(tx, contentIds, terms, speaker)
  const texts = lines.map(({ language, text }) => ({ language, text: withoutMarks(text) }))
  const marked = await markTexts(tx, terms.join(' | '), texts)
  const moments = new Map<string, SearchMoment[]>()
  for (const [index, line] of lines.entries()) {
    const highlight = toExcerpt(addTerms(readMarks(marked[index] ?? ''), runs))
    const { segment_id, start_time: start, end_time: end } = line
    const moment = { segment_id, start, end, speaker: nameOf(line.speaker), highlight }
    moments.set(line.content_id, [...(moments.get(line.content_id) ?? []), moment])
  }
  return moments
}

const nameOf = (speaker: StoredSpeaker | null): string => speaker?.name ?? speaker?.label ?? ''

/** The terms of a query in PostgreSQL's notation that are wanted, each as a query of its own. */
const termsOf = (query: string): string[] => [
  ...new Set(
    [...query.matchAll(/(!*)('(?:[^']|'')+')(:\*)?/g)]
      .filter(([, not]) => not === '')
      .map(([, , lexeme = '', prefix = '']) => `${lexeme}${prefix}`),
  ),
]

async function selectLines(
  tx: Tx,
  contentIds: readonly string[],
  terms: readonly string[],
  speaker: string | undefined,
) {
  const isTheirs = speaker === undefined ? sql`true` : isSaidBy(speaker)
  const { rows } = await sql<Line>`
    select hits.content_id, best.*,
      (select speaker from transcripts, jsonb_array_elements(speakers) speaker
        where transcripts.content_id = hits.content_id and speaker->>'id' = best.speaker_id
        order by version desc limit 1) as speaker
    from unnest(${[...contentIds]}::text[]) with ordinality as hits (content_id, rank), lateral (
      select * from (
        select segment_id, speaker_id, start_time, end_time, text, language::text as language
        from (
          select *, (select count(*) from unnest(${[...terms]}::text[]) term
            where words @@ term::tsquery) as worth
          from (
            select * from ask_segments
            where words @@ (${terms.join(' | ')}::tsquery
              && ('''' || hits.content_id || '''')::tsquery)
              and ${isTheirs}
            limit ${mostCompared}
          ) compared
        ) counted
        order by worth desc, place limit ${mostOfRecording}
      ) chosen
      order by start_time
    ) best
    order by hits.rank, best.start_time`.execute(tx)
  return rows
}
