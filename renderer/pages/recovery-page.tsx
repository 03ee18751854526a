import { Button } from '@mantine/core'
import { AudioLines } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useRecover, useRecovery } from '../features/recovery/queries.ts'
import { RecoveryChoices } from '../features/recovery/recovery-choices.tsx'
import { RecoveryFacts, RecoveryWork } from '../features/recovery/recovery-facts.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './recovery-page.module.css'

/** Shown in the place of every screen while the library cannot be opened; `onOpen` is called once it is. */
export function RecoveryPage({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('recovery')
  const { data, error, refetch } = useRecovery({ isFollowed: true })
  const recover = useRecover()
  // A library that is open is closed a moment after its restore was asked for.
  // Without damage it is locked where it is still closed, which another screen tells.
  const isOpen = data?.damage === null && data.work?.status !== 'running'
  // What did not come back is read before the library opens; Settings › Backups lists it until the process ends.
  const isHeld = isOpen && (data.work?.lost_count ?? 0) > 0
  const isLeft = isOpen && !isHeld
  useEffect(() => {
    document.title = t('window')
  }, [t])
  useEffect(() => {
    if (isLeft) onOpen()
  }, [isLeft, onOpen])
  if (!data) {
    return (
      <main className={styles['page']}>
        {error ? (
          <FailureState
            title={t('failed')}
            cause={asFailure(error).message}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingRows label={t('loading')} />
        )}
      </main>
    )
  }
  const isBusy = recover.isPending || data.work?.status === 'running'
  return (
    <main className={styles['page']}>
      <AudioLines size={28} aria-hidden="true" className={styles['icon']} />
      <h1>{t(data.damage ? 'title' : isHeld ? 'lost.heading' : 'replacing')}</h1>
      {isHeld ? null : <RecoveryFacts {...data} />}
      <FormFailure message={recover.error ? asFailure(recover.error).message : null} />
      {data.work ? <RecoveryWork work={data.work} /> : null}
      {isHeld ? (
        <div>
          <Button onClick={onOpen}>{t('lost.open')}</Button>
        </div>
      ) : isBusy ? null : (
        <RecoveryChoices
          actions={data.actions}
          backups={data.backups}
          isBusy={isBusy}
          onChoose={(body) => recover.mutate(body)}
        />
      )}
    </main>
  )
}
