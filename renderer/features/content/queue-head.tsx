import { Button } from '@mantine/core'
import type { Queue } from 'earshot/client'
import { Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { formatDateTime, formatRemaining } from '../../ui/format.ts'
import { useHoldAll, type Hold } from './use-queue.ts'
import styles from './queue.module.css'

/** How much there is to do, and about how long all of it takes. */
export function QueueSummary({ queue }: { queue: Queue }) {
  const { t } = useTranslation('content')
  const { recording_count: recordings, analysis_count: analyses } = queue
  const remaining = queue.remaining_seconds
  if (recordings + analyses === 0) return null
  const parts = [
    recordings > 0 ? t('queue.recordings', { count: recordings }) : '',
    analyses > 0 ? t('queue.analysesOpen', { count: analyses }) : '',
    remaining === null ? t('queue.unknownTime') : remaining > 0 ? formatRemaining(remaining) : '',
  ]
  return <output>{parts.filter(Boolean).join(' · ')}</output>
}

/** Pauses all; only while there is something to pause. */
export function PauseAll({ queue }: { queue: Queue }) {
  const { t } = useTranslation('content')
  const { hold, error, isPending } = useHold()
  if (queue.paused_at !== null || queue.recording_count + queue.analysis_count === 0) return null
  return (
    <>
      {error}
      <Button
        variant="default"
        leftSection={<Pause size={15} />}
        loading={isPending}
        onClick={() => hold('pause')}
      >
        {t('queue.pauseAll')}
      </Button>
    </>
  )
}

type PausedProps = { since: string; mayResume: boolean }

/** Says that all is paused, what that means, and goes on. */
export function PausedNote({ since, mayResume }: PausedProps) {
  const { t } = useTranslation('content')
  const { hold, error, isPending } = useHold()
  return (
    <section className={styles['paused']} aria-label={t('queue.pausedTitle')}>
      <Pause size={18} aria-hidden="true" />
      <div className={styles['pausedText']}>
        <p className={styles['pausedTitle']}>{t('queue.pausedTitle')}</p>
        <p>{t('queue.pausedText', { since: formatDateTime(since) })}</p>
        {error}
      </div>
      {mayResume ? (
        <Button leftSection={<Play size={15} />} loading={isPending} onClick={() => hold('resume')}>
          {t('queue.resumeAll')}
        </Button>
      ) : null}
    </section>
  )
}

function useHold() {
  const { t } = useTranslation('content')
  const mutation = useHoldAll()
  return {
    hold: (which: Hold) =>
      mutation.mutate(which, { onSuccess: () => announce(t(`queue.said.${which}`)) }),
    isPending: mutation.isPending,
    error: mutation.error ? (
      <p role="alert" className={styles['cause']}>
        {asFailure(mutation.error).message}
      </p>
    ) : null,
  }
}
