import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'

export type ProjectValues = {
  name: string
  description: string
  default_prompt_id: string | null
  auto_analyze: boolean
}

type Props = {
  initial: ProjectValues
  prompts: readonly { id: string; name: string }[]
  submitLabel: string
  onSubmit: (values: ProjectValues) => Promise<unknown>
  onCancel?: () => void
}

const fields = ['name', 'description', 'default_prompt_id', 'auto_analyze']

/** Name and settings of a project; the service validates them. */
export function ProjectForm({ initial, prompts, submitLabel, onSubmit, onCancel }: Props) {
  const form = useForm<ProjectValues>({ initialValues: initial })
  const { rest, submit } = useFormSubmit(form, fields, onSubmit)
  return (
    <FormFrame
      failure={rest}
      submitLabel={submitLabel}
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
      onCancel={onCancel}
    >
      <ProjectFields form={form} prompts={prompts} />
    </FormFrame>
  )
}

type FieldsProps = {
  form: ReturnType<typeof useForm<ProjectValues>>
  prompts: readonly { id: string; name: string }[]
}

function ProjectFields({ form, prompts }: FieldsProps) {
  return (
    <GeneralFields
      prompts={prompts}
      propsOf={(name, type) => form.getInputProps(name, { type: type ?? 'input' })}
    />
  )
}

type InputProps = ReturnType<ReturnType<typeof useForm<ProjectValues>>['getInputProps']>
type GeneralProps = {
  prompts: readonly { id: string; name: string }[]
  /** Works with any form that has these fields, possibly among others. */
  propsOf: (name: keyof ProjectValues, type?: 'checkbox') => InputProps
}

export function GeneralFields({ prompts, propsOf }: GeneralProps) {
  const { t } = useTranslation('projects')
  return (
    <>
      <TextInput label={t('form.name')} data-autofocus maxLength={200} {...propsOf('name')} />
      <Textarea
        label={t('form.description')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        {...propsOf('description')}
      />
      <Select
        label={t('form.prompt')}
        description={t('form.promptNote')}
        placeholder={t('form.promptUsual')}
        clearable
        clearButtonProps={{ 'aria-label': t('form.promptClear') }}
        data={prompts.map(({ id, name }) => ({ value: id, label: name }))}
        {...propsOf('default_prompt_id')}
      />
      <Switch
        label={t('form.autoAnalyze')}
        description={t('form.autoAnalyzeNote')}
        {...propsOf('auto_analyze', 'checkbox')}
      />
    </>
  )
}
