import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ProjectsSelect } from '../../ui/projects-select.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import type { NewKey } from './queries.ts'

type ProjectChoice = { id: string; name: string }
type Props = {
  isOpen: boolean
  projects: readonly ProjectChoice[]
  /** Creates the key and gives it in clear. */
  onCreate: (body: NewKey) => Promise<string>
  onClose: () => void
}

/** Asks what the key may do, then shows it this once. */
export function NewKeyDialog({ isOpen, projects, onCreate, onClose }: Props) {
  const [key, setKey] = useState<string | null>(null)
  const close = () => {
    setKey(null)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={key ? 'Your new key' : 'New API key'}
      closeOnClickOutside={key === null}
    >
      {key ? (
        <Stack>
          <SecretField label="API key" value={key} />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <KeyForm
          projects={projects}
          onSubmit={async (body) => setKey(await onCreate(body))}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

const may = {
  read: { scopes: ['read'] },
  write: { scopes: ['read', 'write'] },
  upload: { key_type: 'publishable' },
} as const satisfies Record<string, { scopes?: readonly string[]; key_type?: string }>

type Values = { name: string; may: keyof typeof may; project_ids: string[] }
type FormProps = {
  projects: readonly ProjectChoice[]
  onSubmit: (body: NewKey) => Promise<void>
  onCancel: () => void
}

function KeyForm({ projects, onSubmit, onCancel }: FormProps) {
  const form = useForm<Values>({ initialValues: { name: '', may: 'read', project_ids: [] } })
  const { rest, submit } = useFormSubmit(form, ['name', 'project_ids'], (values) =>
    onSubmit(toBody(values)),
  )
  return (
    <FormFrame
      failure={rest}
      submitLabel="Create key"
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
      onCancel={onCancel}
    >
      <KeyFields form={form} projects={projects} />
    </FormFrame>
  )
}

type FieldsProps = {
  form: ReturnType<typeof useForm<Values>>
  projects: readonly ProjectChoice[]
}

const KeyFields = ({ form, projects }: FieldsProps) => (
  <>
    <TextInput
      label="Name"
      description="What will use it, for example “nightly export”"
      data-autofocus
      maxLength={100}
      {...form.getInputProps('name')}
    />
    <Radio.Group label="It may" {...form.getInputProps('may')}>
      <Stack gap={6} mt={4}>
        <Radio value="read" label="Read" />
        <Radio value="write" label="Read and write" />
        <Radio value="upload" label="Only upload, to the chosen projects (publishable)" />
      </Stack>
    </Radio.Group>
    <ProjectsSelect projects={projects} {...form.getInputProps('project_ids')} />
  </>
)

function toBody(values: Values): NewKey {
  const {
    scopes,
    key_type: type,
  }: { scopes?: readonly ('read' | 'write')[]; key_type?: 'publishable' } = may[values.may]
  return {
    name: values.name.trim(),
    ...(scopes ? { scopes: [...scopes] } : {}),
    ...(type ? { key_type: type } : {}),
    ...(values.project_ids.length > 0 ? { project_ids: values.project_ids } : {}),
  }
}
