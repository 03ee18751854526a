import type { Prompt } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'
import type { PromptBody } from './queries.ts'
import { textOf, type PromptText } from './version-text.ts'

/** A prompt as its form holds it. */
export type PromptValues = PromptText & {
  name: string
  description: string
  result_language: string | null
}

export const fieldNames = ['name', 'description', 'template', 'output_schema', 'result_language']

export const blankPrompt = (): PromptValues => ({
  name: '',
  description: '',
  template: `${i18n.t('prompts:form.example')}\n\n{{transcript}}`,
  output_schema: '',
  result_language: null,
})

export const toValues = (prompt: Prompt): PromptValues => ({
  name:
    prompt.type === 'system' ? i18n.t('prompts:form.copyName', { name: prompt.name }) : prompt.name,
  description: prompt.description ?? '',
  ...textOf(prompt),
  result_language: prompt.result_language,
})

/** As the service takes it; `output_schema` must be JSON or empty. */
export const toBody = (values: PromptValues): PromptBody => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  template: values.template,
  output_schema: values.output_schema.trim() === '' ? null : JSON.parse(values.output_schema),
  result_language: values.result_language,
})
