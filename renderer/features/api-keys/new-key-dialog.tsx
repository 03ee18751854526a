import {
  Button,
  Code,
  Group,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ProjectsSelect } from '../../ui/projects-select.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { useShownOnce } from '../../ui/use-shown-once.tsx'
import type { NewKey } from './queries.ts'

type ProjectChoice = { id: string; name: string }
type Props = {
  isOpen: boolean
  projects: readonly ProjectChoice[]
  /** Creates the key and resolves to it in plain text. */
  onCreate: (body: NewKey) => Promise<string>
  onClose: () => void
}

/** Asks what the key may do, then shows it once. */
export function NewKeyDialog({ isOpen, projects, onCreate, onClose }: Props) {
  const { t } = useTranslation('apiKeys')
  const [key, setKey] = useState<string | null>(null)
  const close = () => {
    setKey(null)
    onClose()
  }
  const { modal, question } = useShownOnce(key !== null, close)
  return (
    <>
      <Modal {...modal} opened={isOpen} title={t(key ? 'made.title' : 'form.title')}>
        {key ? (
          <Stack>
            <SecretField label={t('made.label')} value={key} />
            <p>{t('made.use')}</p>
            <Code block>Authorization: Bearer {key.slice(0, shownLetters)}…</Code>
            <Group justify="flex-end">
              <Button onClick={close}>{t('made.done')}</Button>
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
      {question}
    </>
  )
}

const shownLetters = 12
const exampleOrigin = 'https://app.example.com'

const may = {
  read: { scopes: ['read'] },
  write: { scopes: ['read', 'write'] },
  upload: { key_type: 'publishable' },
} as const satisfies Record<string, { scopes?: readonly string[]; key_type?: string }>

const dayMs = 86_400_000
const lifeDays = { never: null, month: 30, quarter: 90, year: 365 } as const
const lives = ['never', 'month', 'quarter', 'year'] as const

type Values = {
  name: string
  may: keyof typeof may
  project_ids: string[]
  /** One on each line. */
  allowed_origins: string
  ends: keyof typeof lifeDays
}
type FormProps = {
  projects: readonly ProjectChoice[]
  onSubmit: (body: NewKey) => Promise<void>
  onCancel: () => void
}

const blank: Values = {
  name: '',
  may: 'read',
  project_ids: [],
  allowed_origins: '',
  ends: 'never',
}
const fields = ['name', 'project_ids', 'allowed_origins']

function KeyForm({ projects, onSubmit, onCancel }: FormProps) {
  const { t } = useTranslation('apiKeys')
  const form = useForm<Values>({ initialValues: blank })
  const { rest, submit } = useFormSubmit(form, fields, (values) => onSubmit(toBody(values)))
  return (
    <FormFrame
      failure={rest}
      submitLabel={t('form.create')}
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

function KeyFields({ form, projects }: FieldsProps) {
  const { t } = useTranslation('apiKeys')
  const isUpload = form.values.may === 'upload'
  return (
    <>
      <TextInput
        label={t('form.name')}
        description={t('form.nameAbout')}
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('form.may')} {...form.getInputProps('may')}>
        <Stack gap={6} mt={4}>
          <Radio value="read" label={t('form.read')} description={t('form.readAbout')} />
          <Radio value="write" label={t('form.write')} description={t('form.writeAbout')} />
          <Radio value="upload" label={t('form.upload')} description={t('form.uploadAbout')} />
        </Stack>
      </Radio.Group>
      <ProjectsSelect
        projects={projects}
        {...form.getInputProps('project_ids')}
        description={t(isUpload ? 'form.projectsNeeded' : 'form.projectsAbout')}
      />
      {isUpload ? (
        <Textarea
          label={t('form.origins')}
          description={t('form.originsAbout', { example: exampleOrigin })}
          autosize
          minRows={1}
          maxRows={6}
          spellCheck={false}
          {...form.getInputProps('allowed_origins')}
        />
      ) : null}
      <NativeSelect
        label={t('form.ends')}
        data={lives.map((value) => ({ value, label: t(`form.ending.${value}`) }))}
        {...form.getInputProps('ends')}
      />
    </>
  )
}

function toBody(values: Values): NewKey {
  const {
    scopes,
    key_type: type,
  }: { scopes?: readonly ('read' | 'write')[]; key_type?: 'publishable' } = may[values.may]
  const days = lifeDays[values.ends]
  const origins = type ? values.allowed_origins.split(/\s+/).filter(Boolean) : []
  return {
    name: values.name.trim(),
    ...(scopes ? { scopes: [...scopes] } : {}),
    ...(type ? { key_type: type } : {}),
    ...(values.project_ids.length > 0 ? { project_ids: values.project_ids } : {}),
    ...(origins.length > 0 ? { allowed_origins: origins } : {}),
    ...(days ? { expires_at: new Date(Date.now() + days * dayMs).toISOString() } : {}),
  }
}
