/**
 * Embeds texts with a small model in a separate process: started on demand, kept for a while, ended
 * when idle, stuck or no longer needed.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { JobError } from '../../core/errors.ts'
import { asLogContext, type Log } from '../../core/log.ts'
import { oneAtATime } from '../../core/one-at-a-time.ts'
import { killScript, type ScriptChild, type StartScript } from '../../core/script-child.ts'
import { locateModel, readModels, type Model } from '../models/catalogue.ts'
import { makePreemptible } from '../processes/preemption.ts'
import { forkScript } from '../processes/fork-script.ts'
import { awaitEnd, type LiveProcess } from '../processes/process-end.ts'
import { quietEnv } from '../processes/run-child.ts'
import { askChild, type Embedded, type EmbeddingFiles, type EmbedTask } from './ask-child.ts'

/** An installed embedding model. `languages` are those in which it can compare texts. */
export type EmbeddingModel = Pick<Model, 'id' | 'languages'> & EmbeddingFiles

export type Embedder = {
  /** The installed model, or null. */
  model: () => Promise<EmbeddingModel | null>
  /**
   * Returns one unit-length vector per text; only vectors of the same model are comparable. Throws
   * `JobError` (model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
   */
  embed: (
    model: EmbeddingModel,
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<number[][]>
  /**
   * Embeds all utterances of one talk, and tells of each the probabilities of what it carries, in the
   * order of the classifier's kinds (models/train-utterances.py). Throws as `embed` does; model_missing
   * where the model has no classifier.
   */
  classify: (
    model: EmbeddingModel,
    utterances: { texts: readonly string[]; features: readonly (readonly number[])[] },
    signal: AbortSignal,
  ) => Promise<Embedded>
  /** Pid of the process that has a model loaded, or null. */
  pid: () => number | null
  stop: () => Promise<void>
}

export type EmbedderOptions = {
  log: Log
  /** Folders to search for models. */
  folders: readonly string[]
  /** How long a loaded model stays in memory without texts, in milliseconds. */
  idleMs?: number
  /** Time limit for loading the model and embedding one batch, in milliseconds. */
  deadlineMs?: number
  /**
   * Choice: processors for one batch. One leaves the machine responsive, and an hour of speech still
   * takes only seconds.
   */
  threads?: number
  /** How the host starts scripts; plain Node by default. */
  startScript?: StartScript | undefined
}

type Running = LiveProcess & { modelPath: string }

const entry = fileURLToPath(new URL('./embed-child.ts', import.meta.url))

/** Creates the embedder; starts no process until the first texts. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { log, folders, idleMs = 60_000, deadlineMs = 120_000, threads = 1 } = options
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  const enqueue = oneAtATime()

  const end = async () => {
    clearTimeout(idle)
    const ended = running
    running = null
    if (ended) await killScript(ended.child)
  }

  const start = (model: EmbeddingModel): Running => {
    const child = startEntry(options, model)
    const ended = awaitEnd(child)
    const started = { child, ended, modelPath: model.path }
    makePreemptible(child, { isGroup: false })
    child.once('exit', () => {
      if (running !== started) return
      running = null
      // The process serves one job after another, and outlives the one that started it.
      void asLogContext({}, async () => log.warn(await ended, 'embedding model ended'))
    })
    running = started
    return started
  }

  type Task = Pick<EmbedTask, 'texts' | 'features' | 'signal'>

  const work = async (model: EmbeddingModel, task: Task) => {
    if (task.signal.aborted) throw new JobError('cancelled', 'The work was cancelled.')
    clearTimeout(idle)
    if (running && running.modelPath !== model.path) await end()
    const live = running ?? start(model)
    try {
      return await askChild(live, { ...task, model, threads, deadlineMs })
    } catch (error) {
      // Whatever the cause: a new process starts within a second, with a clean state.
      await end()
      throw error
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref()
    }
  }

  return {
    model: () => findEmbeddingModel(folders),
    embed: async (model, texts, signal) =>
      (await enqueue(() => work(model, { texts, signal }))).vectors,
    classify: (model, utterances, signal) => enqueue(() => work(model, { ...utterances, signal })),
    pid: () => running?.child.pid ?? null,
    stop: end,
  }
}

/** The first embedding model in the catalogue that is installed. */
async function findEmbeddingModel(folders: readonly string[]): Promise<EmbeddingModel | null> {
  for (const model of await readModels(folders)) {
    const { id, kind, languages, tokenizer, utterance_classifier: classifier } = model
    if (kind !== 'text-embedding' || tokenizer === undefined) continue
    const found = await locateModel(model, folders)
    if (found === undefined) continue
    const beside = ({ file, sha256 }: { file: string; sha256: string }) => ({
      path: path.join(path.dirname(found.path), file),
      sha256,
    })
    return {
      id,
      languages,
      path: found.path,
      sha256: found.sha256,
      tokenizer: beside(tokenizer),
      utteranceClassifier: classifier ? beside(classifier) : null,
    }
  }
  return null
}

const mostMemoryBytes = 3 * 2 ** 30

function startEntry({ startScript }: EmbedderOptions, model: EmbeddingModel): ScriptChild {
  const execArgv = ['--max-old-space-size=256', '--max-semi-space-size=2']
  const env = quietEnv()
  const order = { entry, args: [], execArgv, env }
  if (startScript) return startScript(order)
  const files = [model, model.tokenizer, model.utteranceClassifier].flatMap((file) => file ?? [])
  return forkScript(order, {
    read: files.map(({ path: file }) => file),
    memoryBytes: mostMemoryBytes,
  })
}
