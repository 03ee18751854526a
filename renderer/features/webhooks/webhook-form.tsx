import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormSubmit } from '../../api/use-form-submit.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ProjectsSelect } from '../../ui/projects-select.tsx'
import { eventGroups, eventTexts } from './event-choices.ts'
import { hostOf } from './host.ts'
import type { EventName, NewWebhook } from './queries.ts'
import styles from './webhook-form.module.css'

export type WebhookValues = {
  url: string
  description: string
  events: EventName[]
  project_ids: string[]
  include_result: boolean
}

type Props = {
  initial: WebhookValues
  projects: readonly { id: string; name: string }[]
  submitLabel: string
  onSubmit: (body: NewWebhook) => Promise<unknown>
  onCancel: () => void
}

const fields = ['url', 'description', 'events', 'project_ids', 'include_result']

/** The address and the events to send; the service validates them. */
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

function WebhookFields({ form, projects }: FieldsProps) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <TextInput
        label={t('form.address')}
        description={t('form.httpsOnly')}
        placeholder="https://example.com/hooks/earshot"
        type="url"
        data-autofocus
        maxLength={2_048}
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('form.description')}
        description={t('form.descriptionAbout')}
        maxLength={2_000}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group
        label={t('form.events')}
        description={t('form.eventsAbout')}
        {...form.getInputProps('events')}
      >
        <EventChoices hasAll={form.values.events.includes('*')} />
      </Checkbox.Group>
      <ProjectsSelect projects={projects} {...form.getInputProps('project_ids')} />
      <IncludeResult form={form} />
    </>
  )
}

/** Says where what was said goes, before anybody sends it there. */
function IncludeResult({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('webhooks')
  const host = hostOf(form.values.url.trim())
  const goes = host === '' ? t('form.saidGoesOut') : t('form.saidGoesTo', { host })
  return (
    <Checkbox
      label={t('form.includeResult')}
      description={`${t('form.includeResultAbout')} ${goes}`}
      {...form.getInputProps('include_result', { type: 'checkbox' })}
    />
  )
}

/** All events, or individual ones grouped by resource. */
function EventChoices({ hasAll }: { hasAll: boolean }) {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles['groups']}>
      <Checkbox value="*" label={t(eventTexts['*'])} />
      {eventGroups.map(({ text, names }) => (
        <fieldset key={text} className={styles['group']} disabled={hasAll}>
          <legend>{t(text)}</legend>
          <div className={styles['events']}>
            {names.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={t(eventTexts[name])}
                description={<code>{name}</code>}
                disabled={hasAll}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

const toBody = ({
  url,
  description,
  events,
  project_ids: projectIds,
  include_result,
}: WebhookValues): NewWebhook => ({
  url: url.trim(),
  description: description.trim() || null,
  events: events.includes('*') ? ['*'] : events,
  project_ids: projectIds.length > 0 ? projectIds : null,
  include_result,
})
