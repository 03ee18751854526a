/** An answer in the words of a language model, made from much of what was said and checked against it. */
import { JobError } from '../../core/errors.ts'
import { minute, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { whoWrites } from '../../engine/writer.ts'
import { citedTurns, isSaidThere } from './citations.ts'
import { gatherMaterial, type Amount } from './material.ts'
import type { Ranked } from './rank.ts'
import { answerSchema, instructionsFor, toSegments, type Exchange } from './reading.ts'
import type { Retrieved } from './retrieve.ts'

/** Choice: who does not want to wait sees the quotes, or leaves, which ends the writing. */
const longestWriting = 2 * minute

/** A model of this machine reads some hundred words in a second, one that is served very many. */
const amounts: Readonly<Record<'installed' | 'served', Amount>> = {
  installed: { moments: 8, reach: 2, wholeWords: 2_000 },
  served: { moments: 60, reach: 2, wholeWords: 12_000 },
}

/** `answer` is null where the model read that it was not said; `cited` are the turns it stands on, the best first. */
export type WrittenAnswer = { answer: string | null; modelUsed: string; cited: Ranked[] }

type Task = {
  organizationId: string
  /** The question as it was put. */
  text: string
  found: Retrieved
  conversation: readonly Exchange[]
  signal: AbortSignal
}

/** Undefined where no model is there or nothing to read, and where it failed, took too long or made things up. */
export async function writeAnswer(
  { db, writer, clock }: Pick<Deps, 'db' | 'writer' | 'clock'>,
  { organizationId, text, found, conversation, signal }: Task,
): Promise<WrittenAnswer | undefined> {
  const { question } = found
  // The built-in analyser fills fields from a whole recording; it cannot read a question.
  const by = await whoWrites(writer, { organizationId })
  if (by === 'built-in') return undefined
  const material = await gatherMaterial(db.sql, { found, amount: amounts[by] })
  if (material.length === 0) return undefined
  const late = new AbortController()
  const cancel = clock.at(plusMs(clock.now(), longestWriting), () => late.abort())
  try {
    const writing = await writer.write(
      {
        instructions: instructionsFor({ question, text, conversation, today: clock.now() }),
        segments: toSegments(material),
        isExcerpt: true,
        language: material[0]?.about.language ?? 'en',
        schema: answerSchema,
        choice: { organizationId },
      },
      { signal: AbortSignal.any([signal, late.signal]), onProgress: () => undefined },
    )
    const { modelUsed, result } = writing
    const answer = toAnswer(result['answer'])
    if (answer === undefined) return undefined
    if (answer === null) return { answer, modelUsed, cited: [] }
    const cited = citedTurns(writing, material)
    if (cited.length === 0 || !isSaidThere(question, { answer, cited, material })) return undefined
    return { answer, modelUsed, cited }
  } catch (error) {
    if (error instanceof JobError) return undefined
    throw error
  } finally {
    cancel()
  }
}

/** Small models write the word where they mean null. */
function toAnswer(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return /^\s*(?:null|none|n\/a)\.?\s*$/iu.test(value) ? null : value.trim()
}
