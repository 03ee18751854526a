import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteOrphan, listOrphans, takeInOrphan, type Orphan } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { usePages } from '../../api/use-pages.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState } from '../../ui/states.tsx'
import styles from './orphan-list.module.css'

/** Recordings that a start found without an entry: taken in again, or deleted. Nothing where there are none. */
export function OrphanList() {
  const { t } = useTranslation('orphans')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useOrphans()
  const takeIn = useAct((id) => takeInOrphan({ path: { orphanId: id } }))
  const remove = useAct((id) => deleteOrphan({ path: { orphanId: id } }))
  const [asked, setAsked] = useState<Orphan | null>(null)
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items || items.length === 0) return null
  const nameOf = ({ filename }: Orphan): string => filename ?? t('unnamed')
  return (
    <Stack component="section" gap="xs" aria-labelledby="orphans-title">
      <h2 id="orphans-title" className={styles['title']}>
        {t('title')}
      </h2>
      <p className={styles['facts']}>{t('about')}</p>
      <FormFailure message={takeIn.error ? asFailure(takeIn.error).message : null} />
      <ul aria-label={t('title')} className={styles['list']}>
        {items.map((orphan) => (
          <li key={orphan.id} className={styles['orphan']}>
            <div className={styles['text']}>
              <strong>{nameOf(orphan)}</strong>
              <p className={styles['facts']}>{factsOf(orphan)}</p>
            </div>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={t('takeInOne', { name: nameOf(orphan) })}
                loading={takeIn.isPending && takeIn.variables === orphan.id}
                onClick={() =>
                  takeIn.mutate(orphan.id, {
                    onSuccess: () => announce(t('takenIn', { name: nameOf(orphan) })),
                  })
                }
              >
                {t('takeIn')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t('deleteOne', { name: nameOf(orphan) })}
                onClick={() => setAsked(orphan)}
              >
                {t('delete')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('question.title')}
        confirmLabel={t('question.confirm')}
        isBusy={remove.isPending}
        failure={remove.error ? asFailure(remove.error).message : null}
        onConfirm={() => asked && remove.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      >
        {t('question.text', { name: asked ? nameOf(asked) : '' })}
      </ConfirmDialog>
    </Stack>
  )
}

const factsOf = ({ project_name: project, size_bytes: bytes, created_at: at }: Orphan): string =>
  [...(project === null ? [] : [project]), formatBytes(bytes), formatDateTime(at)].join(' · ')

const key = ['orphans'] as const

const useOrphans = () =>
  usePages({
    key,
    load: (page, signal) => listOrphans({ query: { limit: 50, ...page }, signal }),
  })

function useAct(act: (id: string) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    // A recording that is back counts in its project, and in the storage above.
    onSettled: () => queries.invalidateQueries(),
  })
}
