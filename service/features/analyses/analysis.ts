/** An analysis as the API shows it, and how a row becomes one. */
import { Type, type Static } from 'typebox'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import { Failure, Id, Nullable, ShownTitle, StringEnum, Timestamp } from '../../http/shapes.ts'
import { ShownResultLanguage } from '../prompts/prompt-text.ts'
import type { TrialRow } from './run-store.ts'
import type { ListedRow, OverviewRow, ShownRow } from './store.ts'

export const RunStatus = StringEnum(['queued', 'processing', 'completed', 'failed'], {
  description: 'Where the work is',
  examples: ['completed'],
})

/** Spec: Analysis, list item. */
export const AnalysisListItem = Type.Object(
  {
    id: Id('ana'),
    content_id: Id('cont'),
    prompt_id: Id('prompt'),
    prompt_name: Type.String({
      description: 'Name that the prompt had when it ran',
      examples: ['Summary'],
    }),
    status: RunStatus,
    version: Type.Integer({
      description: 'Counts the analyses of this recording with this prompt, from 1',
      examples: [1],
    }),
    confidence_score: Nullable(
      Type.Integer({
        description: '0 to 100: share of the findings that quote the transcript',
        examples: [92],
      }),
    ),
    created_at: Timestamp,
    is_outdated: Type.Boolean({
      description: 'Made from an older version of the transcript than the current one',
      examples: [false],
    }),
  },
  { title: 'AnalysisListItem' },
)
export type AnalysisListItem = Static<typeof AnalysisListItem>

/** Choice: one of all recordings that the key may see, with where it belongs and how far it is. */
export const AnalysisOverview = Type.Object(
  {
    ...AnalysisListItem.properties,
    project_id: Id('proj'),
    filename: Type.String({ description: 'Of the recording', examples: ['Call with Mary.mp3'] }),
    title: ShownTitle,
    progress: Nullable(Type.Number({ description: '0 to 1 while processing', examples: [0.4] })),
  },
  { title: 'AnalysisOverview' },
)
export type AnalysisOverview = Static<typeof AnalysisOverview>

const Detail = (description: string, example: string) =>
  Type.Optional(Nullable(Type.String({ description, examples: [example] })))

/** Choice: a task of the specification is a text; who does it and by when stand beside the result (api-choices.md 7). */
const Claim = Type.Object(
  {
    owner: Detail('Of a task: who is to do it; null where that was not said', 'Mary'),
    due: Detail('Of a task: by when, as it was said; null where it was not', 'on Friday'),
    condition: Detail('Of a task: what has to be so first; null where nothing has', 'if it rains'),
    is_doubtful: Type.Optional(
      Type.Boolean({
        description: 'The lines that the statement cites do not tell for certain',
        examples: [true],
      }),
    ),
  },
  { title: 'AnalysisClaim' },
)

/** What a run leaves, whether it is an analysis or a trial. */
export const written = {
  result: Nullable(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: "Follows the prompt's output_schema",
      examples: [{ summary: 'The contract goes out on Friday.', sentiment: 'positive' }],
    }),
  ),
  model_used: Nullable(Type.String({ examples: ['qwen2.5-1.5b-instruct'] })),
  processing_time_ms: Nullable(Type.Integer({ examples: [8_420] })),
  transcript_version: Type.Integer({ description: 'Of the transcript it read', examples: [1] }),
  result_language: ShownResultLanguage,
  error: Nullable(Failure),
  coverage: Nullable(
    Type.Object({
      tokens_total: Type.Integer({ examples: [1_840] }),
      tokens_used: Type.Integer({ examples: [1_840] }),
      chunks: Type.Integer({ examples: [1] }),
      left_out: Type.Optional(
        Type.Integer({
          description:
            'Statements of the language model that the recording does not carry; absent where they ' +
            'were not checked one by one',
          examples: [2],
        }),
      ),
    }),
  ),
  claims: Nullable(
    Type.Record(Type.String(), Claim, {
      description:
        'JSON pointer into result to what is known of the statement there beside its text; of those ' +
        'with nothing more there is none, and null where the model did not read the whole recording',
      examples: [{ '/action_items/0': { owner: 'Mary', due: 'on Friday', condition: null } }],
    }),
  ),
  evidence: Nullable(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'JSON pointer into result to the ids of the segments that carry it',
      examples: [{ '/summary': ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'] }],
    }),
  ),
  needs_language_model: Nullable(
    Type.Array(Type.String(), {
      description:
        'JSON pointers of the fields that the built-in analyser cannot answer: null, left out, or ' +
        'as neutral as the schema permits. Empty where a language model wrote the result',
      examples: [['/deal_probability']],
    }),
  ),
  progress: Nullable(Type.Number({ description: '0 to 1 while processing', examples: [0.4] })),
  completed_at: Nullable(Timestamp),
}

/**
 * Spec: detail adds result, model_used and processing_time_ms; the rest is ours (api-choices.md 7).
 */
export const Analysis = Type.Object(
  {
    ...AnalysisListItem.properties,
    ...written,
    prompt_version: Type.Integer({ description: 'Of the prompt as it ran', examples: [1] }),
  },
  { title: 'Analysis' },
)
export type Analysis = Static<typeof Analysis>

/** What a run left in its row, as it is shown. */
export const toWritten = (row: Omit<TrialRow, 'id' | 'content_id' | 'project_id'>) => ({
  result: row.result,
  model_used: row.model_used,
  processing_time_ms: row.processing_time_ms,
  transcript_version: row.transcript_version,
  result_language: row.result_language,
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  coverage: row.coverage,
  claims: row.claims,
  evidence: row.evidence,
  needs_language_model: row.needs_language_model,
  progress: row.progress,
  completed_at: toIsoOrNull(row.completed_at),
})

export const toListItem = (row: ListedRow): AnalysisListItem => ({
  id: row.id,
  content_id: row.content_id,
  prompt_id: row.prompt_id,
  prompt_name: row.prompt_name,
  status: row.status,
  version: row.version,
  confidence_score: row.confidence_score,
  created_at: toIso(row.created_at),
  is_outdated: row.is_outdated,
})

export const toOverview = (row: OverviewRow): AnalysisOverview => ({
  ...toListItem(row),
  project_id: row.project_id,
  filename: row.filename,
  title: row.title,
  progress: row.progress,
})

export const toAnalysis = (row: ShownRow): Analysis => ({
  ...toListItem(row),
  ...toWritten(row),
  prompt_version: row.prompt_version,
})
