import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, TextNotBlank, Timestamp } from '../../http/shapes.ts'
import { OutputSchema, promptText, ShownResultLanguage, Template } from './prompt-text.ts'

const Name = TextNotBlank({
  maxLength: 200,
  examples: ['Next steps'],
})
const Description = Type.String({
  maxLength: 2_000,
  examples: ['What was promised, by whom, until when'],
})
/** Choice: the whole record (api-choices.md 4). */
export const Prompt = Type.Object(
  {
    id: Id('prompt'),
    name: Type.String({ examples: ['Next steps'] }),
    description: Nullable(Type.String({ examples: ['What was promised, by whom, until when'] })),
    type: StringEnum(['custom', 'system']),
    template: Type.String({
      examples: ['List what was promised in this call:\n\n{{transcript}}'],
    }),
    output_schema: Nullable(OutputSchema),
    result_language: ShownResultLanguage,
    variables: Type.Array(Type.String(), {
      description: 'Placeholders found in the template',
      examples: [['transcript']],
    }),
    version: Type.Integer({
      description: 'Rises when the template or the schema changes',
      examples: [1],
    }),
    is_default: Type.Boolean({ description: 'The default of the organization' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Prompt' },
)
export type Prompt = Static<typeof Prompt>

/** Choice: what a prompt asked at one time. */
export const PromptVersion = Type.Object(
  {
    version: Type.Integer({
      description: 'Counts the texts of this prompt, from 1',
      examples: [2],
    }),
    template: Type.String({
      examples: ['List what was promised in this call:\n\n{{transcript}}'],
    }),
    output_schema: Nullable(OutputSchema),
    is_current: Type.Boolean({
      description: 'What analyses are made with now',
      examples: [false],
    }),
    analysis_count: Type.Integer({
      description: 'Finished analyses made with it, in the projects that the key sees',
      examples: [14],
    }),
    edited_by: Nullable(
      Type.String({
        description: 'Id of the member; null where the app itself made it, or nobody noted it',
        examples: ['mem_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    created_at: Timestamp,
  },
  { title: 'PromptVersion' },
)
export type PromptVersion = Static<typeof PromptVersion>

export const NewPrompt = Body(
  {
    name: Name,
    description: Type.Optional(Nullable(Description)),
    ...promptText,
  },
  { title: 'NewPrompt' },
)
export type NewPrompt = Static<typeof NewPrompt>

export const PromptChange = Body(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    ...promptText,
    template: Type.Optional(Template),
  },
  { title: 'PromptChange' },
)
export type PromptChange = Static<typeof PromptChange>
