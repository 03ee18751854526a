import { Button, Group, Select, TextInput } from '@mantine/core'
import { History, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { languageChoices } from '../../ui/languages.ts'
import type { PromptBody } from './queries.ts'
import { fieldNames, toBody, type PromptValues } from './prompt-values.ts'
import { SchemaEditor } from './schema-editor.tsx'
import { TemplateField } from './template-field.tsx'
import type { PromptFormState } from './use-prompt-form.ts'

type Props = {
  state: PromptFormState
  onSave: (body: PromptBody) => Promise<unknown>
  onCancel: () => void
  onTry: (body: PromptBody) => void
  /** Left out where it has no versions yet. */
  onVersions?: (() => void) | undefined
}

/** The fields of a prompt, which can be tried before they are saved; the service checks them. */
export function PromptForm({ state, onSave, onCancel, onTry, onVersions }: Props) {
  const { t } = useTranslation('prompts')
  const { form, hasNameFault, setSchemaFault } = state
  const { rest, submit } = useFormSubmit(form, fieldNames, async (values) => {
    await onSave(toBody(values))
  })
  const whenReadable = (use: (values: PromptValues) => unknown) => {
    const fault = hasNameFault ? t('schema.nameFault') : faultOf(form.getValues().output_schema)
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
      <PromptFields state={state} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Play size={14} />}
          onClick={() => whenReadable((values) => onTry(toBody(values)))}
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

function PromptFields({ state }: { state: PromptFormState }) {
  const { t } = useTranslation('prompts')
  const { form, schemaFault, setSchemaFault, setNameFault, fills } = state
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
        key={fills}
        text={schema}
        error={schemaFault ?? (typeof refused === 'string' ? refused : null)}
        onChange={(text) => {
          setSchemaFault(null)
          form.clearFieldError('output_schema')
          form.setFieldValue('output_schema', text)
        }}
        onFault={setNameFault}
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
