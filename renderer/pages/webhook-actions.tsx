import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Pencil, Power, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Webhook, WebhookTestRequest } from 'earshot/client'
import { useDeleteWebhook, useWebhookActions } from '../features/webhooks/queries.ts'
import { SampleMenu } from '../features/webhooks/sample-menu.tsx'
import { EditWebhookDialog, SecretDialog } from '../features/webhooks/webhook-dialogs.tsx'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { menuManner } from '../ui/menu-manner.ts'

type Props = { webhook: Webhook; projects: readonly { id: string; name: string }[] }
type Question = 'edit' | 'rotate' | 'delete' | null

/** Buttons to test, change, enable or disable, rotate and delete an endpoint. */
export function WebhookActions({ webhook, projects }: Props) {
  const { t } = useTranslation('webhooks')
  const [question, setQuestion] = useState<Question>(null)
  const { change, rotate, test } = useWebhookActions(webhook.id)
  const close = () => setQuestion(null)
  const send = (body: WebhookTestRequest) =>
    test.mutate(body, { onSuccess: () => announce(t('actions.tested')) })
  const { is_active: isActive } = webhook
  const failure = test.error ?? change.error
  return (
    <>
      <FormFailure message={failure && question === null ? asFailure(failure).message : null} />
      <Button.Group>
        <Button leftSection={<Send size={15} />} loading={test.isPending} onClick={() => send({})}>
          {t('actions.test')}
        </Button>
        <SampleMenu
          events={webhook.events}
          isBusy={test.isPending}
          onChoose={(event) => send({ event })}
        />
      </Button.Group>
      <MoreMenu
        isActive={isActive}
        onAsk={setQuestion}
        onSwitch={() => change.mutate({ is_active: !isActive })}
      />
      <EditWebhookDialog
        isOpen={question === 'edit'}
        webhook={webhook}
        projects={projects}
        onSave={async (body) => {
          await change.mutateAsync(body)
          close()
        }}
        onClose={close}
      />
      <Rotate rotate={rotate} isOpen={question === 'rotate'} onClose={close} />
      <Delete webhook={webhook} isOpen={question === 'delete'} onClose={close} />
    </>
  )
}

type MenuProps = {
  isActive: boolean
  onAsk: (question: Question) => void
  onSwitch: () => void
}

function MoreMenu({ isActive, onAsk, onSwitch }: MenuProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Menu {...menuManner} position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={15} />}>
          {t('actions.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={15} />} onClick={() => onAsk('edit')}>
          {t('actions.change')}
        </Menu.Item>
        <Menu.Item leftSection={<Power size={15} />} onClick={onSwitch}>
          {t(isActive ? 'actions.switchOff' : 'actions.switchOn')}
        </Menu.Item>
        <Menu.Item leftSection={<RefreshCw size={15} />} onClick={() => onAsk('rotate')}>
          {t('actions.rotate')}
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={15} />} onClick={() => onAsk('delete')}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type RotateProps = {
  rotate: ReturnType<typeof useWebhookActions>['rotate']
  isOpen: boolean
  onClose: () => void
}

function Rotate({ rotate, isOpen, onClose }: RotateProps) {
  const { t } = useTranslation('webhooks')
  const close = () => {
    rotate.reset()
    onClose()
  }
  if (isOpen && rotate.data) {
    return <SecretDialog secret={rotate.data} isRotated onClose={close} />
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('rotate.title')}
      confirmLabel={t('rotate.confirm')}
      isCalm
      isBusy={rotate.isPending}
      failure={rotate.error ? asFailure(rotate.error).message : null}
      onConfirm={() => rotate.mutate()}
      onClose={close}
    >
      {t('rotate.text')}
    </ConfirmDialog>
  )
}

function Delete({
  webhook,
  isOpen,
  onClose,
}: {
  webhook: Webhook
  isOpen: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const remove = useDeleteWebhook(webhook.id)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      isBusy={remove.isPending}
      failure={remove.error ? asFailure(remove.error).message : null}
      onConfirm={() =>
        remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/webhooks' }) })
      }
      onClose={onClose}
    >
      {t('delete.text', { url: webhook.url })}
    </ConfirmDialog>
  )
}
