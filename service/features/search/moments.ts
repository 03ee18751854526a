import type { Tx } from '../../db/database.ts'
import type { StoredSpeaker } from '../../db/tables.ts'
import { addTerms, toExcerpt, withoutMarks } from './highlight.ts'
import { createMarker } from './mark-store.ts'
import type { SearchMoment } from './schema.ts'
import { selectLines } from './speech-store.ts'

type Said = { query: string; runs: readonly string[]; speaker: string | undefined }

/** The lines of these recordings in which most of the words were said, by recording, in their order. */
export async function findMoments(
  tx: Tx,
  contentIds: readonly string[],
  { query, runs, speaker }: Said,
): Promise<Map<string, SearchMoment[]>> {
  const terms = termsOf(query)
  if (contentIds.length === 0 || terms.length === 0) return new Map()
  const lines = await selectLines(tx, contentIds, terms, speaker)
  const texts = lines.map(({ language, text }) => ({ language, text: withoutMarks(text) }))
  const marked = await createMarker(tx, terms.join(' | ')).all(texts)
  const moments = new Map<string, SearchMoment[]>()
  for (const [index, line] of lines.entries()) {
    const highlight = toExcerpt(addTerms(marked[index] ?? { text: line.text, ranges: [] }, runs))
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
