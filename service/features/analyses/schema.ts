import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, Timestamp } from '../../http/shapes.ts'
import { promptText } from '../prompts/prompt-text.ts'
import { RunStatus, written } from './analysis.ts'

export const AnalyzeRequest = Body(
  {
    prompt_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Left out: the default of the project, else of the organization, which begins with the one ' +
          'for sales calls',
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
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description:
          'Ours. Who writes this one: the id of an installed language model, a model of a connected ' +
          'server as settings.language_model names it, or `built-in`. Always makes a new analysis. ' +
          'Left out: the model of the settings',
        examples: ['qwen3-4b'],
      }),
    ),
  },
  { title: 'AnalyzeRequest', examples: [{ force_new: true }] },
)
export type AnalyzeRequest = Static<typeof AnalyzeRequest>

export const AnalyzeAnswer = Type.Object(
  {
    analysis_id: Id('ana'),
    status: RunStatus,
    message: Type.String({ examples: ['The analysis is queued.'] }),
  },
  { title: 'AnalyzeAnswer' },
)
export type AnalyzeAnswer = Static<typeof AnalyzeAnswer>

export const TryPromptRequest = Body(promptText, { title: 'TryPromptRequest' })
export type TryPromptRequest = Static<typeof TryPromptRequest>

export const TryPromptAnswer = Type.Object(
  { trial_id: Id('trial'), status: RunStatus },
  { title: 'TryPromptAnswer' },
)
export type TryPromptAnswer = Static<typeof TryPromptAnswer>

export const Trial = Type.Object(
  {
    id: Id('trial'),
    content_id: Id('cont'),
    status: RunStatus,
    confidence_score: Nullable(
      Type.Integer({
        description: '0 to 100: share of the findings that quote the transcript',
        examples: [92],
      }),
    ),
    ...written,
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Trial' },
)
export type Trial = Static<typeof Trial>
