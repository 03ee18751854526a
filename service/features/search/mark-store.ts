import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { markEnd, markStart } from './highlight.ts'

/** A text and the text search configuration that its words are stemmed by. */
export type Text = { language: string; text: string }

export type Marker = {
  /** Each text with the words that match between marks. */
  all: (texts: readonly Text[]) => Promise<string[]>
  /** The best 30 words of each text, marked; slower the longer the text is. */
  best: (texts: readonly Text[]) => Promise<string[]>
}

/** Finds the words of a query in texts, as PostgreSQL knows the stems; `query` in its notation. */
export const createMarker = (handle: Sql, query: string): Marker => ({
  all: (texts) => headlines(handle, query, texts, 'HighlightAll=true'),
  best: (texts) => headlines(handle, query, texts, 'MaxWords=30, MinWords=10'),
})

async function headlines(
  handle: Sql,
  query: string,
  texts: readonly Text[],
  extent: string,
): Promise<string[]> {
  if (texts.length === 0) return []
  const options = `${extent}, StartSel=${markStart}, StopSel=${markEnd}`
  const languages = texts.map(({ language }) => language)
  const { rows } = await sql<{ marked: string }>`
    SELECT ts_headline(language::regconfig, body, ${query}::tsquery, ${options}) AS marked
    FROM unnest(${languages}::text[], ${texts.map(({ text }) => text)}::text[])
      WITH ORDINALITY AS texts (language, body, position)
    ORDER BY position`.execute(handle)
  return rows.map(({ marked }) => marked)
}
