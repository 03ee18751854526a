import { Button } from '@mantine/core'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
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
  const [isOpen, setOpen] = useState(false)
  const projects = useProjectChoices()
  const create = useCreateWebhook()
  return (
    <>
      <PageHeader
        title="Webhooks"
        meta="Earshot calls these addresses when something happens, with a signature to check."
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
            New webhook
          </Button>
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
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useWebhooks()
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState title="The webhooks did not load" cause={message} code={code} onRetry={retry} />
    )
  }
  if (!items) return <LoadingRows label="Loading webhooks" />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Webhook size={20} />}
        title="No webhooks yet"
        action={<Button onClick={onNew}>New webhook</Button>}
      >
        With a webhook, another system learns of a finished transcript or analysis at once, without
        asking for it. It needs an HTTPS address.
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
