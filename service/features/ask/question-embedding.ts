/** The vector of a question, to compare with those of what was said. */
import { JobError } from '../../core/errors.ts'
import { plusMs, second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import {
  hasEmbeddings,
  isBeingEmbedded,
  selectModel,
  type QuestionEmbedding,
} from './embedding-store.ts'
import { projectQuestion } from './project-question.ts'
import type { Question } from './question.ts'
import type { Scope } from './scope-store.ts'

type EmbeddingDeps = Pick<Deps, 'db' | 'embedder' | 'clock' | 'signals'>

/** Choice: an answer by words alone now is better than a longer wait. */
const longestEmbedding = 10 * second

type Task = { scope: Scope; question: Question; signal: AbortSignal }

/** Null where there is nothing to compare: no model, not its language, or nothing embedded yet. */
export async function embedQuestion(
  deps: EmbeddingDeps,
  task: Task,
): Promise<QuestionEmbedding | null> {
  const { db, embedder } = deps
  const { scope, question } = task
  if (scope.contentId !== undefined) await embeddingsOf(deps, scope.contentId, task.signal)
  const known = await selectModel(db.sql)
  if (!known || !(await hasEmbeddings(db.sql, scope))) return null
  const isKnown = ['multilingual', question.language].some((one) => known.languages.includes(one))
  const model = isKnown ? await embedder.model() : null
  if (model?.id !== known.id) return null
  return embedWith(deps, task, model)
}

/**
 * A recording that just came in: its vectors are made within seconds, and most questions need them.
 * Resolves when they are there, or when the wait is over.
 */
async function embeddingsOf(
  { db, signals, clock }: EmbeddingDeps,
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

async function embedWith(
  { embedder, clock }: EmbeddingDeps,
  { question, signal }: Task,
  model: Model,
): Promise<QuestionEmbedding | null> {
  const late = new AbortController()
  const cancel = clock.at(plusMs(clock.now(), longestEmbedding), () => late.abort())
  try {
    const any = AbortSignal.any([signal, late.signal])
    const [vector] = await embedder.embed(model, [question.text], any)
    return vector ? { modelId: model.id, vector, projected: projectQuestion(vector) } : null
  } catch (error) {
    if (error instanceof JobError) return null
    throw error
  } finally {
    cancel()
  }
}
