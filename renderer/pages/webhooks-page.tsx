import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldCheck, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useCreateWebhook, useWebhooks } from '../features/webhooks/queries.ts'
import { NewWebhookDialog } from '../features/webhooks/webhook-dialogs.tsx'
import { WebhookList } from '../features/webhooks/webhook-list.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const [isOpen, setOpen] = useState(false)
  const projects = useProjectChoices()
  const create = useCreateWebhook()
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<ShieldCheck size={16} />}
              component={Link}
              to="/webhooks/check"
            >
              {t('checkLink')}
            </Button>
            <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
              {t('new')}
            </Button>
          </>
        }
      />
      <Panel flush>
        <Webhooks onNew={() => setOpen(true)} />
      </Panel>
      <NewWebhookDialog
        isOpen={isOpen}
        projects={projects.data ?? []}
        onCreate={async (body) => (await create.mutateAsync(body)).secret}
        onClose={() => {
          setOpen(false)
          create.reset()
        }}
      />
    </>
  )
}

function Webhooks({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('webhooks')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useWebhooks()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Webhook size={20} />}
        title={t('empty.title')}
        action={<Button onClick={onNew}>{t('new')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <>
      <WebhookList webhooks={items} />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}
