import { Button, Group, Select, TextInput } from '@mantine/core'
import { History, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { languageChoices } from '../../ui/languages.ts'
import type { PromptBody } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'
import { hasNameFault } from './schema-state.ts'
import { TemplateField } from './template-field.tsx'
import { fieldNames, toBody, type PromptFields, type PromptFormState } from './use-prompt-form.ts'

type Props = {
  state: PromptFormState
  onSave: (body: PromptBody) => Promise<unknown>
  onCancel: () => void
  onTry: (body: PromptBody) => void
  /** Omitted if the prompt has no versions yet. */
  onVersions?: (() => void) | undefined
}

/** The fields of a prompt, which can be tried out before saving; the service validates them. */
export function PromptForm({ state, onSave, onCancel, onTry, onVersions }: Props) {
  const { t } = useTranslation('prompts')
  const { form, schema, setSchemaFault } = state
  const { rest, submit } = useFormSubmit(form, fieldNames, async (values) => {
    await onSave(toBody(values, schema.text))
  })
  const whenReadable = (use: (values: PromptFields) => unknown) => {
    const fault = hasNameFault(schema) ? t('schema.nameFault') : faultOf(schema.text)
    setSchemaFault(fault)
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
      <Fields state={state} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Play size={14} />}
          onClick={() => whenReadable((values) => onTry(toBody(values, schema.text)))}
        >
          {t('form.try')}
        </Button>
        {onVersions ? (
          <Button variant="default" leftSection={<History size={14} />} onClick={onVersions}>
            {t('versions.title')}
          </Button>
        ) : null}
      </Group>
    </FormFrame>
  )

  function faultOf(text: string): string | null {
    if (text.trim() === '') return null
    try {
      JSON.parse(text)
      return null
    } catch (error) {
      return t('schema.notJson', { cause: error instanceof Error ? error.message : String(error) })
    }
  }
}

function Fields({ state }: { state: PromptFormState }) {
  const { t } = useTranslation('prompts')
  const { form, schema, schemaFault, changeSchema } = state
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
        schema={schema}
        asked={{
          template: form.getValues().template,
          result_language: form.getValues().result_language,
        }}
        error={schemaFault ?? (typeof refused === 'string' ? refused : null)}
        onChange={changeSchema}
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
