import type { Caller } from '../../core/caller.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireContent } from '../content/content.ts'
import { requireProject } from '../projects/projects.ts'
import { missingTranscript } from '../transcripts/transcripts.ts'
import { answerSentence, pickQuotes, toQuote, toShortQuote, type Picked } from './answer.ts'
import { digestOf, isOnDiscussion } from './digest.ts'
import type { Ranked } from './rank.ts'
import { retrieve, type Retrieved } from './retrieve.ts'
import type { AskRequest, Reply } from './schema.ts'
import { selectPresent, type Scope } from './store.ts'
import { writeAnswer } from './write-answer.ts'

const builtIn = 'earshot-ask-1'

type AskDeps = Pick<Deps, 'db' | 'writer' | 'embedder' | 'clock' | 'signals'>
type Question = { projectId: string; request: AskRequest; signal: AbortSignal }

/**
 * Answers from what was said, or says that it is not there. A language model may only put the quotes
 * into words; it writes outside of any transaction, and `signal` ends it.
 */
export async function answerQuestion(
  deps: AskDeps,
  caller: Caller,
  { projectId, request, signal }: Question,
): Promise<Reply> {
  const scope = { projectId, contentId: request.content_id }
  await requireScope(deps.db.sql, caller, scope)
  const found = await retrieve(deps, { scope, text: request.question, signal })
  const picked = pickQuotes(found, request.limit ?? 5)
  const { organizationId } = caller
  const reply = await compose(deps, { organizationId, found, picked, signal })
  return deps.db.transaction(async (tx) => {
    // What was removed while the answer was written is no longer quoted.
    await requireScope(tx, caller, scope)
    const ids = reply.quotes.map(({ content_id }) => content_id)
    const present = new Set(await selectPresent(tx, scope, ids))
    if (ids.every((id) => present.has(id))) return reply
    const quotes = picked.quotes.filter(({ segment }) => present.has(segment.content_id))
    return replyFrom(found, { isFound: picked.isFound && quotes.length > 0, quotes })
  })
}

async function requireScope(sql: Sql, caller: Caller, { projectId, contentId }: Scope) {
  if (contentId === undefined) return requireProject(sql, caller, projectId)
  const content = await requireContent(sql, caller, projectId, contentId)
  if (content.has_transcript) return content
  throw missingTranscript(content.status)
}

type Material = {
  organizationId: string
  found: Retrieved
  picked: Picked
  signal: AbortSignal
}

/** The words of a language model where it has any and the quotes carry them, else the best quote. */
async function compose(
  deps: AskDeps,
  { organizationId, found, picked, signal }: Material,
): Promise<Reply> {
  const plain = replyFrom(found, picked)
  const { isFound, quotes } = picked
  if (!isFound) return plain
  const material = [...(found.bySimilarity?.ranked ?? []), ...found.byWords]
    .filter((each) => quotes.some((quote) => isBeside(quote, each)))
    .toSorted(inOrder)
  const quoted = new Set(quotes.map(({ segment }) => segment.segment_id))
  const { question } = found
  const written = await writeAnswer(deps, { organizationId, question, material, signal })
  if (!written) return plain
  const further = material.filter(
    ({ segment: { segment_id: id } }) => written.evidence.includes(id) && !quoted.has(id),
  )
  return {
    ...plain,
    answer: written.answer,
    quotes: [...quotes, ...further].map(toQuote),
    model_used: written.modelUsed,
  }
}

const isBeside = ({ segment: a }: Ranked, { segment: b }: Ranked): boolean =>
  a.content_id === b.content_id && Math.abs(a.place - b.place) <= 1

const inOrder = ({ segment: a }: Ranked, { segment: b }: Ranked): number =>
  a.content_id.localeCompare(b.content_id) || a.place - b.place

/** The sentence that answers; on a whole discussion, several. */
const answerTo = (
  question: Retrieved['question'],
  best: Ranked,
  quotes: readonly Ranked[],
): string =>
  (isOnDiscussion(question) && digestOf(question, quotes)) || answerSentence(question, best)

function replyFrom({ question, bySimilarity }: Retrieved, { isFound, quotes }: Picked): Reply {
  const best = isFound ? quotes[0] : undefined
  return {
    answer: best ? answerTo(question, best, quotes) : null,
    is_found: isFound,
    quotes: quotes.map((quote) => toShortQuote(question, quote)),
    model_used: builtIn,
    searched_by: bySimilarity ? 'words_and_meaning' : 'words',
  }
}
