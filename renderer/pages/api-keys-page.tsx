import { Button } from '@mantine/core'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { ApiKey } from 'earshot/client'
import { KeyList } from '../features/api-keys/key-list.tsx'
import { NewKeyDialog } from '../features/api-keys/new-key-dialog.tsx'
import { useApiKeys, useCreateApiKey, useRevokeApiKey } from '../features/api-keys/queries.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatDateTime } from '../ui/format.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

export function ApiKeysPage() {
  const { t } = useTranslation('apiKeys')
  const [isOpen, setOpen] = useState(false)
  const projects = useProjectChoices()
  const create = useCreateApiKey()
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          <Button leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
            {t('new')}
          </Button>
        }
      />
      <Panel flush>
        <Keys
          projectName={(id) => projects.data?.find((one) => one.id === id)?.name ?? id}
          onNew={() => setOpen(true)}
        />
      </Panel>
      <NewKeyDialog
        isOpen={isOpen}
        projects={projects.data ?? []}
        onCreate={async (body) => (await create.mutateAsync(body)).key}
        onClose={() => {
          setOpen(false)
          create.reset()
        }}
      />
    </>
  )
}

type KeysProps = { projectName: (projectId: string) => string; onNew: () => void }

function Keys({ projectName, onNew }: KeysProps) {
  const { t } = useTranslation('apiKeys')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useApiKeys()
  const [leaving, setLeaving] = useState<ApiKey | null>(null)
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<KeyRound size={20} />}
        title={t('empty.title')}
        action={<Button onClick={onNew}>{t('new')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <>
      <KeyList keys={items} projectName={projectName} onRevoke={setLeaving} />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <Revoke apiKey={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { t } = useTranslation('apiKeys')
  const used = apiKey?.last_used_at
  const revoke = useRevokeApiKey()
  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      title={t('revoke.title', { name: apiKey?.name ?? '' })}
      confirmLabel={t('revoke.confirm')}
      isBusy={revoke.isPending}
      failure={revoke.error ? asFailure(revoke.error).message : null}
      onConfirm={() => apiKey && revoke.mutate(apiKey.id, { onSuccess: onClose })}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
    >
      <p>{t('revoke.text')}</p>
      <p>{used ? t('revoke.used', { time: formatDateTime(used) }) : t('revoke.unused')}</p>
    </ConfirmDialog>
  )
}
