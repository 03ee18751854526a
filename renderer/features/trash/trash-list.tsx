import { Button, Group } from '@mantine/core'
import { FileText, FolderOpen, AudioLines, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrashItem } from 'earshot/client'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { formatDate } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { EmptyState, FailureState, LoadingRows } from '../../ui/states.tsx'
import { useDeleteTrashed, useRestore, useTrash } from './queries.ts'
import styles from './trash-list.module.css'

const icons = { content: AudioLines, project: FolderOpen, prompt: FileText }

/** What lies in the bin: taken out of it, or deleted for good. */
export function TrashList() {
  const { t } = useTranslation('trash')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useTrash()
  const [asked, setAsked] = useState<TrashItem | null>(null)
  const remove = useDeleteTrashed()
  const putBack = useRestore()
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  if (items.length === 0) {
    return (
      <EmptyState icon={<Trash2 size={20} />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <>
      <FormFailure message={putBack.error ? asFailure(putBack.error).message : null} />
      <ul aria-label={t('title')} className={styles['list']}>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            isBusy={putBack.isPending && putBack.variables.id === item.id}
            onRestore={() =>
              putBack.mutate(item, {
                onSuccess: () => announce(t('restored', { name: item.name })),
              })
            }
            onDelete={() => setAsked(item)}
          />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('question.title', { name: asked?.name ?? '' })}
        confirmLabel={t('question.confirm')}
        isBusy={remove.isPending}
        failure={remove.error ? asFailure(remove.error).message : null}
        onConfirm={() => asked && remove.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      >
        {t('question.text')}
      </ConfirmDialog>
    </>
  )
}

type RowProps = {
  item: TrashItem
  isBusy: boolean
  onRestore: () => void
  onDelete: () => void
}

function Row({ item, isBusy, onRestore, onDelete }: RowProps) {
  const { t } = useTranslation('trash')
  const { type, name, project_name: project, expires_at: expires } = item
  const Icon = icons[type]
  const from = project === null ? [] : [t('from', { project })]
  const facts = [t(`type.${type}`), ...from, t('expires', { date: formatDate(expires) })]
  return (
    <li className={styles['row']}>
      <Icon size={16} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>
        <strong>{name}</strong>
        <p>{facts.join(' · ')}</p>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={t('restoreOne', { name })}
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('deleteOne', { name })}
          onClick={onDelete}
        >
          {t('delete')}
        </Button>
      </Group>
    </li>
  )
}
