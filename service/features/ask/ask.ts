import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireContent } from '../content/content.ts'
import { requireProject } from '../projects/projects.ts'
import { missingTranscript } from '../transcripts/transcripts.ts'
import { answerSentence, pickQuotes, toQuote, toShortQuote, type Picked } from './answer.ts'
import { digestOf, isOnDiscussion } from './digest.ts'
import type { Ranked } from './rank.ts'
import type { Exchange } from './reading.ts'
import { retrieve, type Retrieved } from './retrieve.ts'
import type { AskRequest, LibraryRequest, Reply } from './schema.ts'
import { selectPresent, selectProjectOf, type Scope } from './scope-store.ts'
import { writeAnswer } from './write-answer.ts'

const builtIn = 'earshot-ask-1'

type AskDeps = Pick<Deps, 'db' | 'writer' | 'embedder' | 'clock' | 'signals'>
/** Called with what was found, before a language model reads it. */
export type OnQuotes = (found: Omit<Reply, 'answer' | 'is_found' | 'model_used'>) => void
type Question<Request> = { request: Request; signal: AbortSignal; onQuotes: OnQuotes }

/** Answers from the recordings of a project. */
export const answerQuestion = (
  deps: AskDeps,
  caller: Caller,
  { projectId, ...question }: Question<AskRequest> & { projectId: string },
): Promise<Reply> => {
  const { content_id: contentId } = question.request
  return answer(deps, caller, {
    ...question,
    requireScope: async (sql) => {
      await requireProject(sql, caller, projectId)
      return requireTranscript(sql, caller, { projectId, contentId })
    },
  })
}

/** Answers from all recordings that the caller may see, or from those of the project that is named. */
export const answerFromLibrary = (
  deps: AskDeps,
  caller: Caller,
  question: Question<LibraryRequest>,
): Promise<Reply> => {
  const { project_id: named, content_id: contentId } = question.request
  return answer(deps, caller, {
    ...question,
    requireScope: async (sql) => {
      if (named !== undefined) await requireProject(sql, caller, named)
      const own = contentId === undefined ? undefined : await selectProjectOf(sql, contentId)
      if (contentId !== undefined && own === undefined) throw errors.notFound('content')
      const projectId = named ?? own
      if (projectId !== undefined) {
        return requireTranscript(sql, caller, { projectId, contentId })
      }
      const { organizationId, projectIds } = caller
      return { organizationId, projectIds }
    },
  })
}

type Task = Question<AskRequest> & { requireScope: (sql: Sql) => Promise<Scope> }

/**
 * Answers from what was said, or says that it is not there. A language model reads much of it and decides, but its
 * answer has to stand on what was said; it writes outside of any transaction, and `signal` ends it.
 */
async function answer(
  deps: AskDeps,
  caller: Caller,
  { request, signal, onQuotes, requireScope }: Task,
): Promise<Reply> {
  const scope = await requireScope(deps.db.sql)
  const conversation = request.conversation ?? []
  const earlier = conversation.map(({ question }) => question)
  const found = await retrieve(deps, { scope, text: request.question, earlier, signal })
  const limit = request.limit ?? 5
  const picked = pickQuotes(found, limit)
  const { quotes, searched_by, filters } = replyFrom(found, picked)
  onQuotes({ quotes, searched_by, filters })
  const { organizationId } = caller
  const material = {
    organizationId,
    text: request.question,
    found,
    conversation,
    picked,
    limit,
    signal,
  }
  const reply = await compose(deps, material)
  return deps.db.transaction(async (tx) => {
    // What was removed while the answer was written is no longer quoted.
    const current = await requireScope(tx)
    const ids = reply.quotes.map(({ content_id }) => content_id)
    const present = new Set(await selectPresent(tx, current, ids))
    if (ids.every((id) => present.has(id))) return reply
    const left = picked.quotes.filter(({ segment }) => present.has(segment.content_id))
    return replyFrom(found, { isFound: picked.isFound && left.length > 0, quotes: left })
  })
}

async function requireTranscript(
  sql: Sql,
  caller: Caller,
  { projectId, contentId }: { projectId: string; contentId: string | undefined },
): Promise<Scope> {
  if (contentId === undefined) return { projectId }
  const content = await requireContent(sql, caller, projectId, contentId)
  if (!content.has_transcript) throw missingTranscript(content.status)
  return { projectId, contentId }
}

type Material = {
  organizationId: string
  text: string
  found: Retrieved
  conversation: readonly Exchange[]
  picked: Picked
  limit: number
  signal: AbortSignal
}

/** What a language model says where there is one and what it cites was said, else the best quote. */
async function compose(deps: AskDeps, { picked, limit, ...material }: Material): Promise<Reply> {
  const plain = replyFrom(material.found, picked)
  const written = await writeAnswer(deps, material)
  if (!written) return plain
  const { answer: words, modelUsed: model_used, cited } = written
  if (words === null) return { ...plain, answer: null, is_found: false, model_used }
  const ids = new Set(cited.map(({ segment }) => segment.segment_id))
  const others = picked.isFound
    ? picked.quotes.filter(({ segment }) => !ids.has(segment.segment_id))
    : []
  const quotes = [...cited, ...others].slice(0, limit).map(toQuote)
  return { ...plain, answer: words, is_found: true, quotes, model_used }
}

/** The sentence that answers; on a whole discussion, several. */
const answerTo = (
  question: Retrieved['question'],
  best: Ranked,
  quotes: readonly Ranked[],
): string =>
  (isOnDiscussion(question) && digestOf(question, quotes)) || answerSentence(question, best)

function replyFrom(
  { question, filters, bySimilarity }: Retrieved,
  { isFound, quotes }: Picked,
): Reply {
  const best = isFound ? quotes[0] : undefined
  return {
    answer: best ? answerTo(question, best, quotes) : null,
    is_found: isFound,
    quotes: quotes.map((quote) => toShortQuote(question, quote)),
    model_used: builtIn,
    searched_by: bySimilarity ? 'words_and_meaning' : 'words',
    filters,
  }
}
