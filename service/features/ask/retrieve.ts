/** A question to the segments that may answer it, best first. */
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { thresholds } from './answer.ts'
import { readQuestion, wordsOf, type Question } from './question.ts'
import { rankSimilar, rankSegments, type Ranked } from './rank.ts'
import { selectAbout, selectExtent, selectNearby, selectStops, type Scope } from './store.ts'
import { JobError } from '../../core/errors.ts'
import { plusMs, second } from '../../core/time.ts'
import {
  hasEmbeddings,
  isBeingEmbedded,
  selectSimilar,
  selectModel,
  type SimilarSegment,
} from './embedding-store.ts'

export type Retrieved = {
  question: Question
  byWords: Ranked[]
  bySimilarity: Ranked[]
  /** Whether embeddings were compared, too. */
  isHybrid: boolean
}

type RetrieveDeps = Pick<Deps, 'db' | 'embedder' | 'clock' | 'signals'>
type RetrieveRequest = { scope: Scope; text: string; signal: AbortSignal }

/** Reads only; the same question over the same recordings is always ranked alike. */
export async function retrieve(
  deps: RetrieveDeps,
  { scope, text, signal }: RetrieveRequest,
): Promise<Retrieved> {
  const { sql } = deps.db
  const extent = await selectExtent(sql, scope)
  const question = await understand(sql, extent.languages, text)
  const wanted = question.tokens.map(({ word, alternatives }, term) => ({
    term,
    words: [word, ...alternatives],
  }))
  const { found, counts } = await selectNearby(sql, scope, { ...extent, wanted })
  const similar = await findSimilar(deps, { scope, question, signal })
  const ids = [...found, ...(similar ?? [])].map(({ content_id: id }) => id)
  const about = await selectAbout(sql, [...new Set(ids)])
  const { segments } = extent
  return {
    question,
    byWords: rankSegments({ question, found, counts, about, segments }),
    bySimilarity: rankSimilar({ question, similar: similar ?? [], about }, thresholds),
    isHybrid: similar !== null,
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

/** Choice: an answer by words alone now is better than a longer wait. */
const longestEmbedding = 10 * second

type Task = { scope: Scope; question: Question; signal: AbortSignal }

/** Null where there is nothing to compare: no model, not its language, or nothing embedded yet. */
async function findSimilar(deps: RetrieveDeps, task: Task): Promise<SimilarSegment[] | null> {
  const { db, embedder } = deps
  const { scope, question } = task
  if (scope.contentId !== undefined) await embeddingsOf(deps, scope.contentId, task.signal)
  const known = await selectModel(db.sql)
  if (!known || !(await hasEmbeddings(db.sql, scope))) return null
  const isKnown = ['multilingual', question.language].some((one) => known.languages.includes(one))
  const model = isKnown ? await embedder.model() : null
  if (model?.id !== known.id) return null
  const vector = await embedQuestion(deps, task, model)
  return vector ? selectSimilar(db.sql, scope, { modelId: model.id, vector }) : null
}

/**
 * A recording that just came in: its vectors are made within seconds, and most questions need them.
 * Resolves when they are there, or when the wait is over.
 */
async function embeddingsOf(
  { db, signals, clock }: RetrieveDeps,
  contentId: string,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Listens before it looks, so that nothing is missed between the two.
  const ignore = signals.on('content.embedded', (id) => {
    if (id === contentId) resolve()
  })
  const cancel = clock.at(plusMs(clock.now(), longestEmbedding), resolve)
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (!signal.aborted && (await isBeingEmbedded(db.sql, contentId))) await promise
  } finally {
    ignore()
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

type Model = NonNullable<Awaited<ReturnType<Deps['embedder']['model']>>>

async function embedQuestion(
  { embedder, clock }: RetrieveDeps,
  { question, signal }: Task,
  model: Model,
): Promise<number[] | undefined> {
  const late = new AbortController()
  const cancel = clock.at(plusMs(clock.now(), longestEmbedding), () => late.abort())
  try {
    const any = AbortSignal.any([signal, late.signal])
    return (await embedder.embed(model, [question.text], any))[0]
  } catch (error) {
    if (error instanceof JobError) return undefined
    throw error
  } finally {
    cancel()
  }
}
