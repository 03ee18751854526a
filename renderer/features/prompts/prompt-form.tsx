import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '../../api/types.ts'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { languageChoices } from '../../ui/languages.ts'
import type { PromptBody } from './queries.ts'
import { blankPrompt, fieldNames, toBody, toValues, type PromptValues } from './prompt-values.ts'
import { SchemaEditor } from './schema-editor.tsx'
import { TemplateField } from './template-field.tsx'

type Props = {
  /** What it starts from; null for an empty one. */
  prompt: Prompt | null
  onSave: (body: PromptBody) => Promise<unknown>
  onCancel: () => void
  onTry: (body: PromptBody) => void
  /** What is written here differs from what it started from. */
  onEdit: () => void
}

/** The fields of a prompt, which can be tried before they are saved; the service checks them. */
export function PromptForm({ prompt, onSave, onCancel, onTry, onEdit }: Props) {
  const { t } = useTranslation('prompts')
  const [initialValues] = useState(() => (prompt ? toValues(prompt) : blankPrompt()))
  const form = useForm<PromptValues>({ initialValues, onValuesChange: onEdit })
  const [schemaFault, setFault] = useState<string | null>(null)
  const [hasNameFault, setNameFault] = useState(false)
  const { rest, submit } = useFormSubmit(form, fieldNames, async (values) => {
    await onSave(toBody(values))
  })
  const whenReadable = (use: (values: PromptValues) => unknown) => {
    const fault = hasNameFault ? t('schema.nameFault') : faultOf(form.getValues().output_schema)
    setFault(fault)
    if (fault === null) use(form.getValues())
  }
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('form.save')}
      isBusy={form.submitting}
      onSubmit={(event) => {
        event.preventDefault()
        whenReadable((values) => void submit(values))
      }}
      onCancel={onCancel}
    >
      <PromptFields
        form={form}
        schemaFault={schemaFault}
        onSchema={(text) => {
          setFault(null)
          form.clearFieldError('output_schema')
          form.setFieldValue('output_schema', text)
        }}
        onNameFault={setNameFault}
      />
      <Button
        variant="default"
        leftSection={<Play size={14} />}
        onClick={() => whenReadable((values) => onTry(toBody(values)))}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('form.try')}
      </Button>
    </FormFrame>
  )

  function faultOf(schema: string): string | null {
    if (schema.trim() === '') return null
    try {
      JSON.parse(schema)
      return null
    } catch (error) {
      return t('schema.notJson', { cause: error instanceof Error ? error.message : String(error) })
    }
  }
}

type FieldsProps = {
  form: ReturnType<typeof useForm<PromptValues>>
  schemaFault: string | null
  onSchema: (text: string) => void
  onNameFault: (hasFault: boolean) => void
}

function PromptFields({ form, schemaFault, onSchema, onNameFault }: FieldsProps) {
  const { t } = useTranslation('prompts')
  const { output_schema: schema } = form.getValues()
  const refused = form.errors['output_schema']
  return (
    <>
      <TextInput
        label={t('form.name')}
        data-autofocus
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('form.description')}
        maxLength={2_000}
        {...form.getInputProps('description')}
      />
      <TemplateField
        value={form.getValues().template}
        error={form.errors['template']}
        onChange={(text) => form.setFieldValue('template', text)}
      />
      <SchemaEditor
        text={schema}
        error={schemaFault ?? (typeof refused === 'string' ? refused : null)}
        onChange={onSchema}
        onFault={onNameFault}
      />
      <Select
        label={t('form.language')}
        placeholder={t('form.languageOfSpeech')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('form.languageClear') }}
        nothingFoundMessage={t('form.noLanguage')}
        data={languageChoices().filter(({ value }) => value.length === 2)}
        {...form.getInputProps('result_language')}
      />
    </>
  )
}
