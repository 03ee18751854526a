import { useForm } from '@mantine/form'
import { useReducer, useState } from 'react'
import type { Prompt } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import type { PromptBody } from './queries.ts'
import { schemaFrom, schemaReducer, type SchemaAction } from './schema-state.ts'
import { textOf, type PromptText } from './version-text.ts'

/** The fields of a prompt's form; its schema has separate state (schema-state.ts). */
export type PromptFields = {
  name: string
  description: string
  template: string
  result_language: string | null
}

/** Fields whose errors the form shows. */
export const fieldNames = ['name', 'description', 'template', 'output_schema', 'result_language']

/**
 * The state of a prompt's form, for every part that shows or fills it.
 * @param prompt the starting point; null for an empty form
 * @param onEdit called once something differs from the starting point
 */
export function usePromptForm(prompt: Prompt | null, onEdit: () => void) {
  const [start] = useState(() => (prompt ? toFields(prompt) : blankFields()))
  const form = useForm<PromptFields>({ initialValues: start.fields, onValuesChange: onEdit })
  const [schema, dispatch] = useReducer(schemaReducer, start.schema, schemaFrom)
  /** What the form itself finds wrong with the schema, before the service sees it. */
  const [schemaFault, setSchemaFault] = useState<string | null>(null)
  const { template } = form.getValues()
  const written: PromptText = { template, output_schema: schema.text }
  return {
    form,
    schema,
    written,
    schemaFault,
    setSchemaFault,
    changeSchema: (action: SchemaAction) => {
      dispatch(action)
      if (schemaReducer(schema, action).text === schema.text) return
      setSchemaFault(null)
      form.clearFieldError('output_schema')
      onEdit()
    },
    /** Replaces template and schema. */
    fill: (text: PromptText) => {
      form.setValues({ template: text.template })
      form.clearErrors()
      setSchemaFault(null)
      dispatch({ do: 'fill', text: text.output_schema })
      onEdit()
    },
  }
}

export type PromptFormState = ReturnType<typeof usePromptForm>

/** The form as the API accepts it; the schema text must be JSON or empty. */
export const toBody = (fields: PromptFields, schema: string): PromptBody => ({
  name: fields.name.trim(),
  description: fields.description.trim() || null,
  template: fields.template,
  output_schema: schema.trim() === '' ? null : JSON.parse(schema),
  result_language: fields.result_language,
})

type Start = { fields: PromptFields; schema: string }

const blankFields = (): Start => ({
  fields: {
    name: '',
    description: '',
    template: `${i18n.t('prompts:form.example')}\n\n{{transcript}}`,
    result_language: null,
  },
  schema: '',
})

function toFields(prompt: Prompt): Start {
  const { template, output_schema: schema } = textOf(prompt)
  const isSystem = prompt.type === 'system'
  return {
    fields: {
      name: isSystem ? i18n.t('prompts:form.copyName', { name: prompt.name }) : prompt.name,
      description: prompt.description ?? '',
      template,
      result_language: prompt.result_language,
    },
    schema,
  }
}
