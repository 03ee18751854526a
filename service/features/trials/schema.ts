import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { written } from '../analyses/analyses.ts'
import { promptText } from '../prompts/prompts.ts'

const Status = StringEnum(['queued', 'processing', 'completed', 'failed'], {
  description: 'Where the work is',
  examples: ['completed'],
})

export const TryPromptRequest = Body(promptText, { title: 'TryPromptRequest' })
export type TryPromptRequest = Static<typeof TryPromptRequest>

export const TryPromptAnswer = Type.Object(
  { trial_id: Id('trial'), status: Status },
  { title: 'TryPromptAnswer' },
)
export type TryPromptAnswer = Static<typeof TryPromptAnswer>

export const Trial = Type.Object(
  {
    id: Id('trial'),
    content_id: Id('cont'),
    status: Status,
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
