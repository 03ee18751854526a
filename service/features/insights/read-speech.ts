import type { Embedder } from '../../engine/embedding/embedder.ts'
import type { JsonSchema } from '../../engine/engine.ts'
import { createExtractive } from '../../engine/extractive/extractive.ts'
import { judgeWith } from '../../engine/extractive/judgement.ts'
import { answeredIn } from '../analyses/answered.ts'
import { type Findings, type Moment, createMoments } from './findings.ts'
import { readResult } from './read-result.ts'
import type { SourceTranscript } from './source-store.ts'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

/** What the built-in analyser is asked about a recording that has no analysis. */
const schema: JsonSchema = {
  type: 'object',
  properties: {
    sentiment: { type: ['string', 'null'], enum: ['positive', 'neutral', 'negative', null] },
    key_topics: { type: 'array', items: text, maxItems: 6 },
    action_items: {
      type: 'array',
      maxItems: 8,
      items: {
        type: 'object',
        properties: { task: text, owner: textOrNull, due: textOrNull },
        required: ['task', 'owner', 'due'],
      },
    },
    open_questions: { type: 'array', items: text, maxItems: 8 },
  },
  required: ['sentiment', 'key_topics', 'action_items', 'open_questions'],
}

/**
 * Themes, tone, tasks and questions of a transcript that no prompt was run on. Choice: always
 * by the built-in analyser, so that it takes a second or two and can be checked, whatever
 * language model is installed.
 */
export async function readSpeech(
  embedder: Embedder,
  { language, segments }: SourceTranscript,
  { known, signal }: { known: ReadonlyMap<string, Moment>; signal: AbortSignal },
): Promise<Findings> {
  const analyser = createExtractive(judgeWith(embedder))
  const request = { instructions: '', segments, language, schema }
  const { result, evidence, needsLanguageModel } = await analyser.write(request, {
    signal,
    onProgress: () => {},
  })
  const answered = answeredIn({ result, needs_language_model: needsLanguageModel })
  return readResult(answered, createMoments(evidence, known))
}
