import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
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

/** Name and settings of a project; what is wrong with them is said by the service. */
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
  /** Of a form that has these fields, among others maybe. */
  propsOf: (name: keyof ProjectValues, type?: 'checkbox') => InputProps
}

export function GeneralFields({ prompts, propsOf }: GeneralProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus maxLength={200} {...propsOf('name')} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        {...propsOf('description')}
      />
      <Select
        label="Default prompt"
        description="Used where no other prompt is chosen for an analysis"
        placeholder="The organization’s default"
        clearable
        clearButtonProps={{ 'aria-label': 'Use the organization’s default' }}
        data={prompts.map(({ id, name }) => ({ value: id, label: name }))}
        {...propsOf('default_prompt_id')}
      />
      <Switch
        label="Analyse each new recording"
        description="Runs the default prompt as soon as a transcript is there"
        {...propsOf('auto_analyze', 'checkbox')}
      />
    </>
  )
}
