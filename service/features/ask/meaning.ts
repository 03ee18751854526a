/** What was said near to a question in meaning, in whatever words. */
import { JobError } from '../../core/errors.ts'
import { plusMs, second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { hasMeanings, selectMeant, selectModel, type Meant } from './meaning-store.ts'
import type { Question } from './question.ts'
import type { Scope } from './store.ts'

/** Choice: whoever waits for an answer gets the one by words rather than wait longer. */
export const longestEmbedding = 10 * second

type Needs = Pick<Deps, 'db' | 'embedder' | 'clock'>
type Task = { scope: Scope; question: Question; signal: AbortSignal }

/** Null where meaning has no part: no model, not its language, or nothing read with it yet. */
export async function findMeant(deps: Needs, task: Task): Promise<Meant[] | null> {
  const { db, embedder } = deps
  const { scope, question } = task
  const known = await selectModel(db.sql)
  if (!known || !(await hasMeanings(db.sql, scope))) return null
  const isKnown = ['multilingual', question.language].some((one) => known.languages.includes(one))
  const model = isKnown ? await embedder.model() : null
  if (model?.id !== known.id) return null
  const vector = await embedQuestion(deps, task, model)
  return vector ? selectMeant(db.sql, scope, { modelId: model.id, vector }) : null
}

type Model = NonNullable<Awaited<ReturnType<Deps['embedder']['model']>>>

async function embedQuestion(
  { embedder, clock }: Needs,
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
