/** A question to the segments that may answer it, best first. */
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { displayName } from '../transcripts/segments.ts'
import { withEarlier } from './follow-up.ts'
import { narrow, type Filters } from './narrowing.ts'
import { embedQuestion } from './question-embedding.ts'
import { readQuestion, wordsOf, type Question } from './question.ts'
import { rankSegments, type Ranked } from './rank.ts'
import { scoreTurns } from './rank-turns.ts'
import { selectExtent, type Extent, type Scope } from './scope-store.ts'
import { selectAbout, selectNearby, selectStops, type About } from './store.ts'
import {
  selectClosest,
  selectCompared,
  type ComparedSegment,
  type QuestionEmbedding,
  type Spot,
} from './embedding-store.ts'

/** Segments, best first. */
type Searched = {
  ranked: Ranked[]
  /** Whether the first answers. */
  isFound: boolean
}

export type Retrieved = {
  /** As it is searched for: with what it leans on, and without what narrowed the recordings. */
  question: Question
  filters: Filters
  /** The recordings that were searched. */
  scope: Scope
  /** Where embeddings were compared. */
  bySimilarity: Searched | null
  /** Of the other recordings. */
  byWords: Ranked[]
  /** Where what is most similar was said, in whichever recording, the closest first. */
  similar: Spot[]
}

type RetrieveDeps = Pick<Deps, 'db' | 'embedder' | 'clock' | 'signals'>
type RetrieveRequest = {
  scope: Scope
  text: string
  /** Earlier questions of the conversation, the oldest first. */
  earlier: readonly string[]
  signal: AbortSignal
}

/** Reads only; the same question over the same recordings is always ranked alike. */
export async function retrieve(
  deps: RetrieveDeps,
  { scope: asked, text, earlier, signal }: RetrieveRequest,
): Promise<Retrieved> {
  const { sql } = deps.db
  const whole = await selectExtent(sql, asked)
  const read = (one: string) => understand(sql, whole.languages, one)
  const put = await read(text)
  const { language } = put
  const narrowed = await narrow(sql, { scope: asked, text, language, now: deps.clock.now() })
  const { scope, filters } = narrowed
  const extent = scope === asked ? whole : await selectExtent(sql, scope)
  const own = narrowed.text === text ? put : await read(narrowed.text)
  const question = await withEarlier(own, earlier, read)
  const isEmpty = question.tokens.length === 0
  const embedding = isEmpty ? null : await embedQuestion(deps, { scope, question, signal })
  if (embedding && scope.contentId !== undefined) {
    const compared = await searchBySimilarity(sql, question, { ids: [scope.contentId], embedding })
    if (compared)
      return { question, filters, scope, bySimilarity: compared, byWords: [], similar: [] }
  }
  const byWords = await searchByWords(sql, scope, { question, extent })
  if (!embedding) return { question, filters, scope, bySimilarity: null, byWords, similar: [] }
  const first = idsOf(byWords.map(({ segment }) => segment))
  const { segments } = extent
  const similar = await selectClosest(sql, { ...scope, segments, first }, embedding)
  const ids = closestRecordings([idsOf(similar), first])
  const bySimilarity = await searchBySimilarity(sql, question, { ids, embedding })
  const compared = new Set(bySimilarity?.ranked.map(({ segment }) => segment.content_id))
  return {
    question,
    filters,
    scope,
    similar,
    bySimilarity,
    byWords: byWords.filter(({ segment }) => !compared.has(segment.content_id)),
  }
}

async function searchByWords(
  sql: Sql,
  scope: Scope,
  { question, extent }: { question: Question; extent: Extent },
): Promise<Ranked[]> {
  const wanted = question.tokens.map(({ word, alternatives }, term) => ({
    term,
    words: [word, ...alternatives],
  }))
  const { found, counts } = await selectNearby(sql, scope, { ...extent, wanted })
  const about = await selectAbout(sql, idsOf(found))
  return rankSegments({ question, found, counts, about, segments: extent.segments })
}

/** Recordings of a project that are read as a whole. */
const mostRecordings = 4

/** In turn from each list, each once. */
function closestRecordings(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, at) => lists.map((ids) => ids[at])).flat()
  return [...new Set(inTurn.filter((id) => id !== undefined))].slice(0, mostRecordings)
}

/** Null where none of the recordings has vectors. */
async function searchBySimilarity(
  sql: Sql,
  question: Question,
  { ids, embedding }: { ids: readonly string[]; embedding: QuestionEmbedding },
): Promise<Searched | null> {
  const compared = await selectCompared(sql, ids, embedding)
  const about = await selectAbout(sql, idsOf(compared))
  const recordings = [...Map.groupBy(compared, ({ content_id: id }) => id)].flatMap(
    ([id, segments]) => {
      const facts = about.get(id)
      const isCompared = segments.some(({ similarity }) => similarity !== null)
      return facts && isCompared ? [{ facts, segments }] : []
    },
  )
  if (recordings.length === 0) return null
  const { scores, isFound } = scoreTurns(
    question,
    recordings.map(({ facts, segments }) => segments.map((segment) => toTurn(segment, facts))),
  )
  const ranked = recordings
    .flatMap(({ facts, segments }) => segments.map((segment) => ({ segment, about: facts })))
    .map((each, at) => ({ ...each, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
  return { ranked, isFound }
}

const idsOf = (segments: readonly { content_id: string }[]): string[] => [
  ...new Set(segments.map(({ content_id: id }) => id)),
]

function toTurn(segment: ComparedSegment, { speakers }: About) {
  const speaker = speakers.find(({ id }) => id === segment.speaker_id)
  // A segment whose vector is still to be made is like nothing.
  return {
    text: segment.text,
    speaker: speaker ? displayName(speaker) : segment.speaker_id,
    similarity: segment.similarity ?? 0,
    relevance: segment.relevance ?? 0,
  }
}

/**
 * The question is read in the language whose empty words it has most of. Choice: among those that
 * the recordings are in, and English.
 */
async function understand(sql: Sql, spoken: readonly string[], text: string): Promise<Question> {
  const languages = [...new Set([...spoken, 'en'])]
  const words = [...new Set(wordsOf(text, 'en').map((word) => word.toLowerCase()))]
  const stops = Map.groupBy(await selectStops(sql, languages, words), ({ language }) => language)
  const counted = languages.map((language) => ({
    language,
    size: stops.get(language)?.length ?? 0,
  }))
  const most = counted.toSorted((a, b) => b.size - a.size)[0]?.language ?? 'en'
  const language = scriptOf(text) ?? most
  const stopWords = new Set(stops.get(language)?.map(({ word }) => word))
  return readQuestion(text, language, (word) => stopWords.has(word))
}

function scriptOf(text: string): string | undefined {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja'
  return /\p{sc=Han}/u.test(text) ? 'zh' : undefined
}
