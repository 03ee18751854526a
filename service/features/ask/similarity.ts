/** Finds what was said about a question in other words, by comparing embeddings. */
import { JobError } from '../../core/errors.ts'
import { plusMs, second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import {
  hasEmbeddings,
  selectSimilar,
  selectModel,
  type SimilarSegment,
} from './embedding-store.ts'
import type { Question } from './question.ts'
import type { Scope } from './store.ts'

/** Choice: whoever waits for an answer gets the one by words rather than wait longer. */
const longestEmbedding = 10 * second

type SimilarityDeps = Pick<Deps, 'db' | 'embedder' | 'clock'>
type Task = { scope: Scope; question: Question; signal: AbortSignal }

/** Null where there is nothing to compare: no model, not its language, or nothing embedded yet. */
export async function findSimilar(
  deps: SimilarityDeps,
  task: Task,
): Promise<SimilarSegment[] | null> {
  const { db, embedder } = deps
  const { scope, question } = task
  const known = await selectModel(db.sql)
  if (!known || !(await hasEmbeddings(db.sql, scope))) return null
  const isKnown = ['multilingual', question.language].some((one) => known.languages.includes(one))
  const model = isKnown ? await embedder.model() : null
  if (model?.id !== known.id) return null
  const vector = await embedQuestion(deps, task, model)
  return vector ? selectSimilar(db.sql, scope, { modelId: model.id, vector }) : null
}

type Model = NonNullable<Awaited<ReturnType<Deps['embedder']['model']>>>

async function embedQuestion(
  { embedder, clock }: SimilarityDeps,
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
