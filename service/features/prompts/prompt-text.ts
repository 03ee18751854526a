/** What a prompt says: its text, schema and language, whether it is saved or only tried (api-choices.md 4). */
import { Type } from 'typebox'
import { findPlaceholders } from '../../client/prompt-placeholders.ts'
import { errors } from '../../core/errors.ts'
import { languageName } from '../../core/language-name.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema } from '../../engine/engine.ts'
import { Nullable } from '../../http/shapes.ts'

export const Template = Type.String({
  minLength: 1,
  maxLength: 32_768,
  description:
    'Text with {{transcript}} and, where wished, {{filename}}, {{duration}}, {{language}}, ' +
    '{{speakers}}, {{project_name}} and {{date}}. At most 32 KB.',
  examples: ['List what was promised in this call:\n\n{{transcript}}'],
})
export const OutputSchema = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema whose root is an object; the result follows it.',
  examples: [
    {
      type: 'object',
      properties: { promises: { type: 'array', items: { type: 'string' } } },
      required: ['promises'],
    },
  ],
})

/** As an answer shows it. */
export const ShownResultLanguage = Nullable(
  Type.String({
    description: 'ISO 639-1 code of the language of the result; null, that of the speech',
    examples: ['en'],
  }),
)
/** As a request names it. */
const ResultLanguage = Type.Optional(
  Nullable(
    Type.String({
      minLength: 1,
      maxLength: 10,
      description: 'ISO 639-1 code of the language of the result; null, that of the speech',
      examples: ['en'],
    }),
  ),
)

/** What a prompt asks, and in which shape and language it is answered. */
export const promptText = {
  template: Template,
  output_schema: Type.Optional(Nullable(OutputSchema)),
  result_language: ResultLanguage,
}

// Choice: the size of template and schema (api-choices.md 4).
const maxBytes = 32_768

/** Throws validation_error where the template lacks {{transcript}}, names what is not there, or is long. */
export function checkTemplate(template: string): void {
  const { known, unknown } = findPlaceholders(template)
  if (Buffer.byteLength(template) > maxBytes) {
    throw errors.invalid('template', 'too_long', 'The template is larger than 32 KB.')
  }
  if (unknown[0] !== undefined) {
    const text = `The template names {{${unknown[0]}}}, which is not a placeholder.`
    throw errors.invalid('template', 'unknown_placeholder', text)
  }
  if (!known.includes('transcript')) {
    const text = 'The template must contain {{transcript}}.'
    throw errors.invalid('template', 'missing_transcript', text)
  }
}

/** Throws validation_error, naming the JSON pointer, where no writer could hold to the schema. */
export function checkSchema(writer: Deps['writer'], schema: JsonSchema): void {
  if (Buffer.byteLength(JSON.stringify(schema)) > maxBytes) {
    throw errors.invalid('output_schema', 'too_long', 'The schema is larger than 32 KB.')
  }
  const problem = writer.checkSchema(schema)
  if (!problem) return
  const place = problem.pointer === '' ? 'At the root' : `At ${problem.pointer}`
  throw errors.invalid('output_schema', 'unsupported', `${place}: ${problem.message}`)
}

/** Throws validation_error where a code is none of a language. */
export function checkResultLanguage(code: string | null | undefined): void {
  if (code === null || code === undefined) return
  if (/^[a-z]{2}$/.test(code) && languageName(code) !== null) return
  const text = `There is no language with the ISO 639-1 code "${code}".`
  throw errors.invalid('result_language', 'unknown', text)
}
