import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ProjectsSelect } from '../../ui/projects-select.tsx'
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
    <FormFrame
      failure={rest}
      submitLabel={submitLabel}
      isBusy={form.submitting}
      onSubmit={form.onSubmit(submit)}
      onCancel={onCancel}
    >
      <WebhookFields form={form} projects={projects} />
    </FormFrame>
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
    <ProjectsSelect projects={projects} {...form.getInputProps('project_ids')} />
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
