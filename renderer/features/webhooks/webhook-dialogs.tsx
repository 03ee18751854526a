import { Button, Group, Modal, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from 'earshot/client'
import { SecretField } from '../../ui/secret-field.tsx'
import { useShownOnce } from '../../ui/use-shown-once.tsx'
import { eventNames } from './event-choices.ts'
import type { NewWebhook } from './queries.ts'
import { WebhookForm, type WebhookValues } from './webhook-form.tsx'

type ProjectChoice = { id: string; name: string }
type NewProps = {
  isOpen: boolean
  projects: readonly ProjectChoice[]
  /** Creates the endpoint and resolves to its secret in plain text. */
  onCreate: (body: NewWebhook) => Promise<string>
  onClose: () => void
}

const blank: WebhookValues = {
  url: '',
  description: '',
  events: ['transcription.completed'],
  project_ids: [],
  include_result: false,
}

/** Creates an endpoint, then shows its signing secret once. */
export function NewWebhookDialog({ isOpen, projects, onCreate, onClose }: NewProps) {
  const { t } = useTranslation('webhooks')
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  if (secret) return <SecretDialog secret={secret} onClose={close} />
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('form.newTitle')} size="lg">
      <WebhookForm
        initial={blank}
        projects={projects}
        submitLabel={t('form.create')}
        onSubmit={async (body) => setSecret(await onCreate(body))}
        onCancel={onClose}
      />
    </Modal>
  )
}

type SecretProps = {
  secret: string
  /** Whether it replaces another secret, which stays valid for a while. */
  isRotated?: boolean
  onClose: () => void
}

/** Shows the signing secret once. */
export function SecretDialog({ secret, isRotated = false, onClose }: SecretProps) {
  const { t } = useTranslation('webhooks')
  const { modal, question } = useShownOnce(true, onClose)
  return (
    <>
      <Modal {...modal} opened title={t('secret.title')}>
        <Stack>
          <SecretField label={t('secret.label')} value={secret} />
          <p>{t(isRotated ? 'secret.rotated' : 'secret.next')}</p>
          <Group justify="space-between">
            <Link to="/webhooks/check" onClick={onClose}>
              {t('secret.try')}
            </Link>
            <Button onClick={onClose}>{t('secret.done')}</Button>
          </Group>
        </Stack>
      </Modal>
      {question}
    </>
  )
}

type EditProps = {
  isOpen: boolean
  webhook: Webhook
  projects: readonly ProjectChoice[]
  onSave: (body: NewWebhook) => Promise<unknown>
  onClose: () => void
}

export function EditWebhookDialog({ isOpen, webhook, projects, onSave, onClose }: EditProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('form.changeTitle')} size="lg">
      <WebhookForm
        initial={{
          url: webhook.url,
          description: webhook.description ?? '',
          events: eventNames.filter((name) => webhook.events.includes(name)),
          project_ids: webhook.project_ids ?? [],
          include_result: webhook.include_result,
        }}
        projects={projects}
        submitLabel={t('form.save')}
        onSubmit={onSave}
        onCancel={onClose}
      />
    </Modal>
  )
}
