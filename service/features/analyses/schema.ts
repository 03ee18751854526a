import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const Status = StringEnum(['queued', 'processing', 'completed', 'failed'])

/** Spec: Analysis, list item. */
export const AnalysisListItem = Type.Object(
  {
    id: Id('ana'),
    content_id: Id('cont'),
    prompt_id: Id('prompt'),
    prompt_name: Type.String(),
    status: Status,
    version: Type.Integer({
      description: 'Counts the analyses of this recording with this prompt',
    }),
    confidence_score: Nullable(
      Type.Integer({ description: '0 to 100: share of checkable items with evidence' }),
    ),
    created_at: Timestamp,
  },
  { title: 'AnalysisListItem' },
)
export type AnalysisListItem = Static<typeof AnalysisListItem>

/** Spec: detail adds result, model_used and processing_time_ms; the rest is ours (choices.md 7). */
export const Analysis = Type.Object(
  {
    ...AnalysisListItem.properties,
    result: Nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: "Follows the prompt's output_schema",
      }),
    ),
    model_used: Nullable(Type.String()),
    processing_time_ms: Nullable(Type.Integer()),
    prompt_version: Type.Integer(),
    transcript_version: Type.Integer(),
    error: Nullable(Failure),
    coverage: Nullable(
      Type.Object({
        tokens_total: Type.Integer(),
        tokens_used: Type.Integer(),
        chunks: Type.Integer(),
      }),
    ),
    evidence: Nullable(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'JSON pointer into result to the ids of the segments that carry it',
      }),
    ),
    progress: Nullable(Type.Number({ description: '0 to 1 while processing' })),
    completed_at: Nullable(Timestamp),
  },
  { title: 'Analysis' },
)
export type Analysis = Static<typeof Analysis>

export const AnalyzeRequest = Body(
  {
    prompt_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Default: of project, organization',
      }),
    ),
    force_new: Type.Optional(
      Type.Boolean({ description: 'Make a new analysis even where one exists' }),
    ),
  },
  { title: 'AnalyzeRequest' },
)
export type AnalyzeRequest = Static<typeof AnalyzeRequest>

export const AnalyzeAnswer = Type.Object(
  {
    analysis_id: Id('ana'),
    status: Status,
    message: Type.String(),
  },
  { title: 'AnalyzeAnswer' },
)
export type AnalyzeAnswer = Static<typeof AnalyzeAnswer>
