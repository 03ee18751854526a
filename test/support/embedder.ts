import { JobError } from '../../service/core/errors.ts'
import type { Embedder, EmbeddingModel } from '../../service/engine/embedding/embedder.ts'

/** Ten things that may be meant, each with some of its words. */
const things = [
  /promis|contract|agreement|treaty/i,
  /coffee|espresso|drink/i,
  /holiday|vacation|beach/i,
  /printer|paper|copy/i,
]

export type ScriptedEmbedder = Embedder & {
  /** The installed one; tests change it. */
  installed: EmbeddingModel | null
  /** How many texts were embedded. */
  count: number
  /** Awaited before each handful; tests hold it back, or throw. */
  before: () => Promise<void>
}

/** What a scripted model gives for its files. */
export const noFiles = {
  path: '',
  sha256: '',
  tokenizer: { path: '', sha256: '' },
  utteranceClassifier: null,
}

/** For tests of everything else: no model, so that nothing is embedded. */
export const absentEmbedder = (): ScriptedEmbedder =>
  Object.assign(scriptedEmbedder(), { installed: null })

/** A model that tells a few things apart by their words; the real one is tested in test/engine. */
export function scriptedEmbedder(languages = ['en']): ScriptedEmbedder {
  const embedder: ScriptedEmbedder = {
    installed: { id: 'scripted', languages, ...noFiles },
    count: 0,
    before: async () => {},
    model: async () => embedder.installed,
    embed: async (_model, texts) => {
      await embedder.before()
      embedder.count += texts.length
      return texts.map(toVector)
    },
    classify: async () => {
      throw new JobError('model_missing', 'The embedding model has no classifier of utterances.')
    },
    pid: () => null,
    stop: async () => {},
  }
  return embedder
}

function toVector(text: string): number[] {
  const raw = [...things.map((thing) => (thing.test(text) ? 1 : 0)), 0.2]
  const length = Math.hypot(...raw)
  return raw.map((value) => value / length)
}
