import { Type, type Static } from 'typebox'
import { Id, Timestamp } from '../../http/shapes.ts'

/** Choice: somebody whose voice the project remembers; how they sound never leaves the service. */
export const Voice = Type.Object(
  {
    id: Id('voice'),
    name: Type.String({ description: 'As the speaker was named', examples: ['Mary'] }),
    sample_count: Type.Integer({
      description: 'Speakers of recordings that it was learned from',
      examples: [3],
    }),
    seconds: Type.Number({ description: 'How long they talk in these', examples: [412.5] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Voice' },
)
export type Voice = Static<typeof Voice>

export const ForgottenVoices = Type.Object(
  {
    deleted_count: Type.Integer({
      description: 'How many voices the project knew until now',
      examples: [4],
    }),
  },
  { title: 'ForgottenVoices' },
)
export type ForgottenVoices = Static<typeof ForgottenVoices>
