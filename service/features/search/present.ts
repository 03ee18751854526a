import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { addTerms, pickPassages, toExcerpt, withoutMarks, type Marked } from './highlight.ts'
import { selectBodies } from './index-store.ts'
import { createMarker, type Marker, type Text } from './mark-store.ts'
import { findMoments } from './moments.ts'
import type { Ranking } from './rank.ts'
import type { SearchRequest } from './request.ts'
import type { SearchResult } from './schema.ts'
import { selectSpeech } from './speech-store.ts'
import type { Hit } from './store.ts'
import { normalize, type Words } from './words.ts'

/** The hits as they are shown: each with an excerpt and, on request, the lines that match. */
export async function present(
  tx: Tx,
  { words, filter: { speaker }, hasMoments }: SearchRequest,
  { query, hits }: Ranking,
): Promise<SearchResult[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  // With a speaker, not what others said with the same words.
  const bodies = await (speaker === undefined
    ? selectBodies(tx, ids)
    : selectSpeech(tx, ids, speaker))
  const excerpts = await excerptHits(createMarker(tx, query.text), {
    hits,
    words,
    needles: [...words.plain, ...query.stems],
    bodies: new Map(
      bodies.map((row) => [row.content_id, { language: row.language, text: row.body }]),
    ),
  })
  const said = { query: query.text, runs: words.runs, speaker }
  const moments = hasMoments ? await findMoments(tx, ids, said) : undefined
  return hits.map((hit, index) => ({
    ...toResult(hit, excerpts[index] ?? ''),
    ...(moments && { moments: moments.get(hit.id) ?? [] }),
  }))
}

type Material = {
  hits: readonly Hit[]
  words: Words
  /** Beginnings of words that a passage worth showing holds. */
  needles: readonly string[]
  bodies: ReadonlyMap<string, Text>
}

/** The language of words as they are typed. */
const asTyped = 'plain_simple'
const noText: Text = { language: asTyped, text: '' }

/** One excerpt per hit: from what was said or found, else its title, or the filename where only that matches. */
async function excerptHits(marker: Marker, material: Material): Promise<string[]> {
  const { hits, words, needles, bodies } = material
  const passages = hits.flatMap(({ id }) => {
    const { language, text } = bodies.get(id) ?? noText
    return pickPassages(text, needles, words.runs).map((passage) => ({
      id,
      language,
      text: passage,
    }))
  })
  const titles = hits.map(({ title }) => toName(title))
  const filenames = hits.map(({ filename }) => toName(filename))
  // In one statement.
  const looked = await marker.all([...passages, ...titles, ...filenames])
  const best = bestOf(passages, looked, words)
  const names = namesOf(
    foundIn(titles, looked.slice(passages.length), words),
    foundIn(filenames, looked.slice(passages.length + titles.length), words),
  )
  const isBare = ({ id }: { id: string }) => !best.has(id)
  const unnamed = new Set(
    hits
      .filter((hit, index) => isBare(hit) && names[index]?.ranges.length === 0)
      .map(({ id }) => id),
  )
  // Words that the language leaves out (“we will”) were found as typed, so they are marked likewise.
  const plain = passages
    .filter(({ id }) => unnamed.has(id))
    .map((passage) => ({ ...passage, language: asTyped }))
  for (const [id, found] of bestOf(plain, await marker.all(plain), words)) best.set(id, found)
  // Where this quick look found no match: words that begin neither with the stem nor as typed.
  const rest = hits.filter((hit) => unnamed.has(hit.id) && isBare(hit))
  const marked = await marker.best(rest.map(({ id }) => bodies.get(id) ?? noText))
  for (const [index, { id }] of rest.entries()) {
    const found = marked[index]
    if (found && found.text !== '') best.set(id, found)
  }
  return hits.map((hit, index) =>
    toExcerpt(best.get(hit.id) ?? names[index] ?? { text: hit.title, ranges: [] }),
  )
}

type Passage = Text & { id: string }

/** For each recording the passage with the most matches; none where nothing in them matches. */
function bestOf(passages: readonly Passage[], marked: readonly Marked[], { runs }: Words) {
  const best = new Map<string, Marked>()
  for (const [index, { id }] of passages.entries()) {
    const found = addTerms(marked[index] ?? { text: '', ranges: [] }, runs)
    if (found.ranges.length > (best.get(id)?.ranges.length ?? 0)) best.set(id, found)
  }
  return best
}

/** `text` is how its words are looked for: separators are read as spaces, one for one. */
type Name = Text & { shown: string }

function toName(name: string): Name {
  const shown = withoutMarks(normalize(name))
  const text = shown.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, (sign) => ' '.repeat(sign.length))
  return { shown, text, language: asTyped }
}

/** What matches in each name. */
function foundIn(
  names: readonly Name[],
  marked: readonly Marked[],
  { runs, plain, typed }: Words,
): Marked[] {
  // As typed, too: C++, or a sign alone, which is no word of the index.
  const terms = [...runs, ...plain, ...typed.split(/\s+/)]
  return names.map(({ shown: text }, index) =>
    addTerms({ text, ranges: marked[index]?.ranges ?? [] }, terms),
  )
}

/** The titles; the filename where nothing of the title matches. */
const namesOf = (titles: readonly Marked[], filenames: readonly Marked[]): Marked[] =>
  titles.map((title, index) => {
    const filename = filenames[index]
    return title.ranges.length === 0 && filename && filename.ranges.length > 0 ? filename : title
  })

const toResult = (hit: Hit, highlight: string): SearchResult => ({
  id: hit.id,
  project_id: hit.project_id,
  project_name: hit.project_name,
  filename: hit.filename,
  title: hit.title,
  status: hit.status,
  relevance_score: hit.score,
  highlight,
  created_at: toIso(hit.created_at),
})
