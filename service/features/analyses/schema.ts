import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { ShownResultLanguage } from '../prompts/prompts.ts'

const Status = StringEnum(['queued', 'processing', 'completed', 'failed'], {
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
    status: Status,
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
    progress: Nullable(Type.Number({ description: '0 to 1 while processing', examples: [0.4] })),
  },
  { title: 'AnalysisOverview' },
)
export type AnalysisOverview = Static<typeof AnalysisOverview>

/** What a writer leaves, whether it is kept as an analysis or only tried. */
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
    }),
  ),
  evidence: Nullable(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'JSON pointer into result to the ids of the segments that carry it',
      examples: [{ '/summary': ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'] }],
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

export const AnalyzeRequest = Body(
  {
    prompt_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Left out: the default of the project, else of the organization',
        examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    result_language: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 10,
          description:
            'ISO 639-1 code of the language of the result; null, that of the speech. Left out: as ' +
            'the prompt says',
          examples: ['en'],
        }),
      ),
    ),
    force_new: Type.Optional(
      Type.Boolean({ description: 'Make a new analysis even where one exists' }),
    ),
  },
  { title: 'AnalyzeRequest', examples: [{ force_new: true }] },
)
export type AnalyzeRequest = Static<typeof AnalyzeRequest>

export const AnalyzeAnswer = Type.Object(
  {
    analysis_id: Id('ana'),
    status: Status,
    message: Type.String({ examples: ['The analysis is queued.'] }),
  },
  { title: 'AnalyzeAnswer' },
)
export type AnalyzeAnswer = Static<typeof AnalyzeAnswer>
