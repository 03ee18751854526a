import { Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { eventLabels, eventNames } from './event-choices.ts'
import type { EventName, NewWebhook } from './queries.ts'
import styles from './webhook-form.module.css'

export type WebhookValues = {
  url: string
  description: string
  events: EventName[]
  project_ids: string[]
}

type Props = {
  initial: WebhookValues
  projects: readonly { id: string; name: string }[]
  submitLabel: string
  onSubmit: (body: NewWebhook) => Promise<unknown>
  onCancel: () => void
}

const fields = ['url', 'description', 'events', 'project_ids']

/** Where to send which events; what is wrong with it is said by the service. */
export function WebhookForm({ initial, projects, submitLabel, onSubmit, onCancel }: Props) {
  const form = useForm<WebhookValues>({ initialValues: initial })
  const { rest, submit } = useFormSubmit(form, fields, (values) => onSubmit(toBody(values)))
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="sm">
        <FormFailure message={rest} />
        <WebhookFields form={form} projects={projects} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type FieldsProps = {
  form: ReturnType<typeof useForm<WebhookValues>>
  projects: readonly { id: string; name: string }[]
}

const WebhookFields = ({ form, projects }: FieldsProps) => (
  <>
    <TextInput
      label="Address"
      description="HTTPS only"
      placeholder="https://example.com/hooks/earshot"
      type="url"
      data-autofocus
      maxLength={2_048}
      {...form.getInputProps('url')}
    />
    <TextInput label="Description" maxLength={2_000} {...form.getInputProps('description')} />
    <Checkbox.Group label="Events" {...form.getInputProps('events')}>
      <div className={styles['events']}>
        {eventNames.map((name) => (
          <Checkbox
            key={name}
            value={name}
            label={eventLabels[name]}
            description={name === '*' ? undefined : name}
            disabled={name !== '*' && form.values.events.includes('*')}
          />
        ))}
      </div>
    </Checkbox.Group>
    <MultiSelect
      label="Projects"
      description="None chosen: all projects"
      placeholder={form.values.project_ids.length === 0 ? 'All projects' : ''}
      searchable
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('project_ids')}
    />
  </>
)

const toBody = ({
  url,
  description,
  events,
  project_ids: projectIds,
}: WebhookValues): NewWebhook => ({
  url: url.trim(),
  description: description.trim() || null,
  events: events.includes('*') ? ['*'] : events,
  project_ids: projectIds.length > 0 ? projectIds : null,
})
