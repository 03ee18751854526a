import { Type, type Static } from 'typebox'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** The database holds no NUL character. */
const isText = '^[^\\u0000]*$'
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
})
const Description = Type.String({ maxLength: 2_000, pattern: isText })
const Template = Type.String({
  minLength: 1,
  maxLength: 32_768,
  pattern: isText,
  description:
    'Text with {{transcript}} and, where wished, {{filename}}, {{duration}}, {{language}}, ' +
    '{{speakers}}, {{project_name}} and {{date}}. At most 32 KB.',
})
const OutputSchema = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema whose root is an object; the result follows it.',
})

/** Choice: the whole record (choices.md 4). */
export const Prompt = Type.Object(
  {
    id: Id('prompt'),
    name: Type.String(),
    description: Nullable(Type.String()),
    type: StringEnum(['custom', 'system']),
    template: Type.String(),
    output_schema: Nullable(OutputSchema),
    variables: Type.Array(Type.String(), { description: 'Placeholders found in the template' }),
    version: Type.Integer({ description: 'Rises when the template or the schema changes' }),
    is_default: Type.Boolean({ description: 'The default of the organization' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Prompt' },
)
export type Prompt = Static<typeof Prompt>

export const NewPrompt = Body(
  {
    name: Name,
    description: Type.Optional(Nullable(Description)),
    template: Template,
    output_schema: Type.Optional(Nullable(OutputSchema)),
  },
  { title: 'NewPrompt' },
)
export type NewPrompt = Static<typeof NewPrompt>

export const PromptChange = Body(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Nullable(Description)),
    template: Type.Optional(Template),
    output_schema: Type.Optional(Nullable(OutputSchema)),
  },
  { title: 'PromptChange' },
)
export type PromptChange = Static<typeof PromptChange>
