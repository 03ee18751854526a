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
import type { JudgeTalk } from './judgement.ts'
import { splitSentences } from './sentences.ts'
import type { Talk } from './talk.ts'
import { wordingFor } from './wording/wordings.ts'

/** How a request asks for this analyser, whatever its version. */
export const builtInModel = 'built-in'

export const extractiveModel = 'earshot-extractive-2'

const sentencesPerStep = 100

/** Creates a deterministic Writer that selects from the transcript instead of generating text. */
export function createExtractive(judge: JudgeTalk = async () => null): Writer {
  return {
    status: async () => ({ ready: true, model: extractiveModel }),
    checkSchema,
    write: (request, options) => analyse(judge, request, options),
    stop: async () => {},
  }
}

async function analyse(
  judge: JudgeTalk,
  request: WriteRequest,
  options: WorkOptions,
): Promise<Writing> {
  try {
    const talk = await readTalk(request, options.signal)
    options.onProgress(0.2)
    const judged = { ...talk, judgement: await judge(talk, options.signal) }
    options.onProgress(0.8)
    const writing = writeFromTalk(judged, request)
    options.onProgress(1)
    return writing
  } catch (error) {
    if (options.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
    throw error
  }
}

/** Fills the schema from a talk that was judged; throws `JobError` schema_not_satisfied if that cannot be done. */
export function writeFromTalk(talk: Talk, request: WriteRequest): Writing {
  const { schema, instructions, resultLanguage } = request
  const filled = fillSchema(planFor(schema), createFacts(talk, resultLanguage), instructions)
  const fault = compileSchema(schema)(filled.result)
  if (fault) throw new JobError('schema_not_satisfied', `The result does not conform: ${fault}.`)
  const words = talk.sentences.reduce((sum, sentence) => sum + sentence.words, 0)
  return {
    result: filled.result,
    modelUsed: extractiveModel,
    evidence: filled.evidence,
    claims: filled.claims,
    needsLanguageModel: filled.needsLanguageModel,
    // Counts words instead of tokens: all are read, in one pass.
    coverage: { tokens_total: words, tokens_used: words, chunks: 1 },
    confidenceScore: share(filled.supported, filled.checkable),
  }
}

type TalkRequest = Pick<WriteRequest, 'segments' | 'language' | 'recordedOn'>

/** Splits and parses what was said, in steps that yield to the process's other work. */
export async function readTalk(request: TalkRequest, signal: AbortSignal): Promise<Talk> {
  const { segments, language, recordedOn } = request
  const sentences = await splitSentences(segments, language, signal)
  const talk: Talk = {
    language,
    sentences,
    speakers: [...new Set(sentences.map(({ speaker }) => speaker))],
    wording: wordingFor(language),
    moments: await momentFinder(language, recordedOn),
    judgement: null,
  }
  for (const [index, sentence] of sentences.entries()) {
    if (index % sentencesPerStep === sentencesPerStep - 1) await new Promise(setImmediate)
    signal.throwIfAborted()
    // Kept by sentence, for all who ask for them later.
    clausesOf(talk, sentence)
  }
  return talk
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
