import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { foldWithPlaces, placeOf } from './fold.ts'
import { markEnd, markStart, readMarks, type Marked } from './highlight.ts'

/** A text and the text search configuration that its words are stemmed by. */
export type Text = { language: string; text: string }

export type Marker = {
  /** Each text, and where in it words match. */
  all: (texts: readonly Text[]) => Promise<Marked[]>
  /** The best 30 words of each text, marked; slower the longer the text is. */
  best: (texts: readonly Text[]) => Promise<Marked[]>
}

/** Choice: of a longer text the beginning is looked at, or it would hold up whoever else asks. */
const longest = 100_000

/** Finds the words of a query in texts, as PostgreSQL knows the stems; `query` in its notation. */
export const createMarker = (handle: Sql, query: string): Marker => ({
  all: async (texts) => {
    const words = new Set([...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, word = '']) => word))
    // In the form in which the index has its words.
    const folded = texts.map(({ text }) => foldWithPlaces(text.slice(0, longest), words))
    const asked = texts.map(({ language }, index) => ({
      language,
      text: folded[index]?.text ?? '',
    }))
    const marked = await headlines(handle, query, asked, 'HighlightAll=true')
    return texts.map(({ text }, index) => {
      const whole = folded[index] ?? { removed: [] }
      const { ranges } = readMarks(marked[index] ?? '')
      const place = (at: number) => placeOf(whole, at)
      return {
        text,
        ranges: ranges.map(({ start, end }) => ({ start: place(start), end: place(end) })),
      }
    })
  },
  best: async (texts) => {
    const asked = texts.map(({ language, text }) => ({ language, text: text.slice(0, longest) }))
    return (await headlines(handle, query, asked, 'MaxWords=30, MinWords=10')).map(readMarks)
  },
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
