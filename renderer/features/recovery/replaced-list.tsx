import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteReplacedLibrary, listReplacedLibraries, type ReplacedLibrary } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { usePages } from '../../api/use-pages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState } from '../../ui/states.tsx'
import styles from './recovery.module.css'

/** Libraries that another took the place of, to be deleted when nobody needs them. Nothing where there are none. */
export function ReplacedList() {
  const { t } = useTranslation('recovery')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useReplaced()
  const [asked, setAsked] = useState<ReplacedLibrary | null>(null)
  const remove = useRemove()
  if (error) {
    const { message, code } = asFailure(error)
    // There is none that was a folder here.
    if (code === 'kept_on_server') return null
    return <FailureState title={t('replaced.failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items || items.length === 0) return null
  const factsOf = (library: ReplacedLibrary) => ({
    when: formatDateTime(library.replaced_at),
    size: formatBytes(library.size_bytes),
  })
  return (
    <Stack component="section" gap="xs" aria-labelledby="replaced-title">
      <h2 id="replaced-title" className={styles['heading']}>
        {t('replaced.title')}
      </h2>
      <p className={styles['muted']}>{t('replaced.about')}</p>
      <ul aria-labelledby="replaced-title" className={styles['choices']}>
        {items.map((library) => (
          <li key={library.id} className={styles['choice']}>
            <p className={styles['words']}>{t('replaced.one', factsOf(library))}</p>
            <Button
              size="xs"
              variant="default"
              aria-label={t('replaced.deleteOne', factsOf(library))}
              onClick={() => setAsked(library)}
            >
              {t('replaced.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('replaced.question.title')}
        confirmLabel={t('replaced.delete')}
        isBusy={remove.isPending}
        failure={remove.error ? asFailure(remove.error).message : null}
        onConfirm={() => asked && remove.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      >
        {asked ? t('replaced.question.text', factsOf(asked)) : null}
      </ConfirmDialog>
    </Stack>
  )
}

const useReplaced = () =>
  usePages({
    key: ['replaced-libraries'],
    load: (page, signal) => listReplacedLibraries({ query: { limit: 50, ...page }, signal }),
  })

function useRemove() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteReplacedLibrary({ path: { libraryId: id } }),
    // Storage has more room, too.
    onSettled: () => queries.invalidateQueries(),
  })
}
