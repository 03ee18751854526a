import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../api/types.ts'
import { SecretField } from '../../ui/secret-field.tsx'
import { eventNames } from './event-choices.ts'
import type { NewWebhook } from './queries.ts'
import { WebhookForm, type WebhookValues } from './webhook-form.tsx'

type ProjectChoice = { id: string; name: string }
type NewProps = {
  isOpen: boolean
  projects: readonly ProjectChoice[]
  /** Creates the endpoint and gives its secret in clear. */
  onCreate: (body: NewWebhook) => Promise<string>
  onClose: () => void
}

const blank: WebhookValues = {
  url: '',
  description: '',
  events: ['transcription.completed'],
  project_ids: [],
}

/** Asks for an endpoint, then shows its signing secret this once. */
export function NewWebhookDialog({ isOpen, projects, onCreate, onClose }: NewProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  if (secret) return <SecretDialog secret={secret} onClose={close} />
  return (
    <Modal opened={isOpen} onClose={onClose} title="New webhook" size="lg">
      <WebhookForm
        initial={blank}
        projects={projects}
        submitLabel="Create webhook"
        onSubmit={async (body) => setSecret(await onCreate(body))}
        onCancel={onClose}
      />
    </Modal>
  )
}

/** The signing secret, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Signing secret" closeOnClickOutside={false}>
      <Stack>
        <SecretField label="Secret" value={secret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
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
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change webhook" size="lg">
      <WebhookForm
        initial={{
          url: webhook.url,
          description: webhook.description ?? '',
          events: eventNames.filter((name) => webhook.events.includes(name)),
          project_ids: webhook.project_ids ?? [],
        }}
        projects={projects}
        submitLabel="Save"
        onSubmit={onSave}
        onCancel={onClose}
      />
    </Modal>
  )
}
