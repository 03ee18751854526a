/** The built-in analyser: needs no weights and no network, and only repeats what was said. */
import { JobError } from '../../core/errors.ts'
import { compileSchema } from '../check-result.ts'
import type { WorkOptions, Writer, WriteRequest, Writing } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import { checkSchema } from '../schema-subset.ts'
import { clausesOf } from './clauses.ts'
import { createFacts } from './facts.ts'
import { fillSchema } from './fill-schema.ts'
import { momentFinder } from './moments.ts'
import { splitSentences } from './sentences.ts'
import type { Talk } from './talk.ts'
import { wordingFor } from './wording/wordings.ts'

export const extractiveModel = 'earshot-extractive-2'

const sentencesPerStep = 100

/** Creates a deterministic Writer that selects from the transcript instead of generating text. */
export function createExtractive(): Writer {
  return {
    status: async () => ({ ready: true, model: extractiveModel }),
    checkSchema,
    write: analyse,
    stop: async () => {},
  }
}

async function analyse(request: WriteRequest, options: WorkOptions): Promise<Writing> {
  const { segments, language, schema, recordedOn } = request
  try {
    const sentences = await splitSentences(segments, language, options.signal)
    options.onProgress(0.5)
    const talk = {
      language,
      sentences,
      speakers: [...new Set(sentences.map(({ speaker }) => speaker))],
      wording: wordingFor(language),
      moments: await momentFinder(language, recordedOn),
    }
    await readTalk(talk, options.signal)
    const filled = fillSchema(planFor(schema), createFacts(talk))
    const fault = compileSchema(schema)(filled.result)
    if (fault) throw new JobError('schema_not_satisfied', `The result does not conform: ${fault}.`)
    options.onProgress(1)
    const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0)
    return {
      result: filled.result,
      modelUsed: extractiveModel,
      evidence: filled.evidence,
      // Counts words instead of tokens: all are read, in one pass.
      coverage: { tokens_total: words, tokens_used: words, chunks: 1 },
      confidenceScore: share(filled.supported, filled.checkable),
    }
  } catch (error) {
    if (options.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
    throw error
  }
}

/** Finds tasks, the slow part, in steps that yield to the process's other work. */
async function readTalk(talk: Talk, signal: AbortSignal): Promise<void> {
  for (const [index, sentence] of talk.sentences.entries()) {
    if (index % sentencesPerStep === sentencesPerStep - 1) await new Promise(setImmediate)
    signal.throwIfAborted()
    clausesOf(talk, sentence)
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
