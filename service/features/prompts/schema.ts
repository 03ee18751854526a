import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, NameText, Timestamp } from '../../http/shapes.ts'
import { OutputSchema, promptText, ShownResultLanguage, Template } from './prompt-text.ts'

const Name = NameText({
  maxLength: 200,
  examples: ['Next steps'],
})
const Description = Type.String({
  maxLength: 2_000,
  examples: ['What was promised, by whom, until when'],
})
const Answered = StringEnum(['all', 'some', 'none'], {
  description: 'How much of it the built-in analyser fills; the rest needs a language model',
  examples: ['some'],
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
    built_in: Type.Object(
      { en: Answered, de: Answered, other: Answered },
      {
        title: 'PromptBuiltIn',
        description:
          'By the language spoken, how much of the answer the built-in analyser fills without a ' +
          'language model; `other`, languages other than English and German',
      },
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Prompt' },
)
export type Prompt = Static<typeof Prompt>

export const FieldsRequest = Body(
  {
    ...promptText,
    template: Type.Optional(Template),
    language: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 10,
        default: 'en',
        description: 'ISO 639-1 code of the language spoken',
        examples: ['en'],
      }),
    ),
  },
  { title: 'PromptFieldsRequest' },
)
export type FieldsRequest = Static<typeof FieldsRequest>

const PromptField = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON pointer to the field in the output schema',
      examples: ['/properties/promises'],
    }),
    built_in: StringEnum(['all', 'some', 'none'], {
      description:
        'Whether the built-in analyser fills it: `some`, a part of it, or only where it is said in ' +
        'so many words; `none`, it stays empty without a language model',
      examples: ['all'],
    }),
  },
  { title: 'PromptField' },
)

export const PromptFields = Type.Object(
  { fields: Type.Array(PromptField) },
  { title: 'PromptFields' },
)
export type PromptFields = Static<typeof PromptFields>

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
  { title: 'PromptInput' },
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
