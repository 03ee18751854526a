import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { deleteVoice, forgetVoices, listVoices, type Voice } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDate, formatLength } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './voice-list.module.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePages } from '../../api/use-pages.ts'

/** The remembered voices of a project, each with a button to forget it. */
export function VoiceList({ projectId }: { projectId: string }) {
  const { t } = useTranslation('voices')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useVoices(projectId)
  const forget = useForget(projectId)
  const [isAsking, setAsking] = useState(false)
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows rows={2} label={t('loading')} />
  if (items.length === 0) {
    return <p className={styles['none']}>{t('none')}</p>
  }
  const run = (voice: Voice | null) =>
    forget.mutate(voice?.id ?? null, {
      onSuccess: () => announce(voice ? t('forgotten', { name: voice.name }) : t('allForgotten')),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <FormFailure
        message={forget.error ? t('again', { cause: asFailure(forget.error).message }) : null}
      />
      <ul aria-label={t('list')} className={styles['list']}>
        {items.map((voice) => (
          <li key={voice.id} className={styles['voice']}>
            <div className={styles['text']}>
              <strong>{voice.name}</strong>
              <p className={styles['facts']}>
                {t('facts', {
                  count: voice.sample_count,
                  length: formatLength(voice.seconds),
                  date: formatDate(voice.updated_at),
                })}
              </p>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('forgetOne', { name: voice.name })}
              loading={forget.isPending && forget.variables === voice.id}
              onClick={() => run(voice)}
            >
              {t('forget')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      <div>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('forgetAll')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('question.title')}
        confirmLabel={t('question.confirm')}
        isBusy={forget.isPending}
        onConfirm={() => run(null)}
        onClose={() => setAsking(false)}
      >
        {t('question.text')}
      </ConfirmDialog>
    </>
  )
}

const key = (projectId: string) => ['voices', projectId] as const

/** The voices that a project remembers. */
const useVoices = (projectId: string) =>
  usePages({
    key: key(projectId),
    load: (page, signal) =>
      listVoices({ path: { projectId }, query: { limit: 50, ...page }, signal }),
  })

/** Deletes one voice by id, or all of them without an id. */
function useForget(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (voiceId: string | null): Promise<void> => {
      if (voiceId === null) await forgetVoices({ path: { projectId } })
      else await deleteVoice({ path: { projectId, voiceId } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key(projectId) }),
  })
}
