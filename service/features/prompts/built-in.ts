// What the built-in analyser answers of a prompt, as it says itself.
import type { Deps } from '../../deps.ts'
import { answerableFields, answeredOf } from '../../engine/extractive/answerable.ts'
import { checkResultLanguage, checkSchema } from './prompt-text.ts'
import type { FieldsRequest, Prompt, PromptFields } from './schema.ts'
import type { PromptRow } from './store.ts'
import { defaultOutputSchema } from './system-prompts.ts'

/** Throws validation_error where the schema or the language of the answer is none. */
export function describeFields(
  { writer }: Pick<Deps, 'writer'>,
  { template = '', output_schema: schema, result_language, language = 'en' }: FieldsRequest,
): PromptFields {
  if (schema) checkSchema(writer, schema)
  checkResultLanguage(result_language)
  const fields = answerableFields({
    schema: schema ?? defaultOutputSchema,
    instructions: template,
    language,
    resultLanguage: result_language ?? undefined,
  })
  return { fields: fields.map(({ pointer, answered }) => ({ pointer, built_in: answered })) }
}

type Asked = Pick<PromptRow, 'template' | 'output_schema' | 'result_language'>

/** Choice: all other languages are alike to the analyser; French stands for them. */
export function builtInOf({ template, output_schema, result_language }: Asked): Prompt['built_in'] {
  const answeredIn = (language: string) =>
    answeredOf(
      answerableFields({
        schema: output_schema ?? defaultOutputSchema,
        instructions: template,
        language,
        resultLanguage: result_language ?? undefined,
      }),
    )
  return { en: answeredIn('en'), de: answeredIn('de'), other: answeredIn('fr') }
}
