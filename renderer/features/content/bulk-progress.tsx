import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useBulk, type BulkJob } from './bulk-store.ts'
import { FileReasons } from './left-out-list.tsx'
import styles from './bulk-bar.module.css'
import { useBulkStart } from './use-bulk-start.ts'

type Props = {
  job: BulkJob
  onStop: () => void
  onClose: () => void
  /** Null if no failure can be retried. */
  onRetry: (() => void) | null
  /** Null if the job cannot be undone. */
  onUndo: (() => void) | null
}

/** The progress of a bulk job, with its failures by name. */
function BulkProgress({ job, onStop, onClose, onRetry, onUndo }: Props) {
  const { t } = useTranslation('content')
  const behind = job.done.length + job.failed.length
  const isRunning = job.state === 'running'
  const label = useTold(job)
  return (
    <section aria-label={t('bulk.progress')} className={styles['job']}>
      <div className={styles['told']}>
        <output>{label}</output>
        {isRunning ? <ProgressBar label={label} share={behind / job.total} /> : null}
      </div>
      {isRunning ? (
        <Button size="xs" variant="default" onClick={onStop}>
          {t('bulk.stop')}
        </Button>
      ) : (
        <>
          {onUndo ? (
            <Button size="xs" variant="default" onClick={onUndo}>
              {t('bulk.undo')}
            </Button>
          ) : null}
          {onRetry ? (
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('bulk.retry')}
            </Button>
          ) : null}
          <CloseButton size="sm" aria-label={t('bulk.close')} onClick={onClose} />
        </>
      )}
      {job.failed.length > 0 && !isRunning ? <Failures failed={job.failed} /> : null}
    </section>
  )
}

/** The state of the job in words. */
function useTold({ state, kind, done, total }: BulkJob): string {
  const { t } = useTranslation('content')
  const counts = { count: done.length, total }
  if (state === 'running') return t(`bulk.running.${kind}`, counts)
  return state === 'done' ? t(`bulk.done.${kind}`, counts) : t(`bulk.stopped.${kind}`, counts)
}

function Failures({ failed }: Pick<BulkJob, 'failed'>) {
  const { t } = useTranslation('content')
  return (
    <details open className={styles['failed']}>
      <summary>{t('bulk.failed', { count: failed.length })}</summary>
      <FileReasons files={failed.map(({ id, name, message }) => ({ id, name, reason: message }))} />
    </details>
  )
}

/** The project's bulk job, with the controls that the store offers for it. */
export function ProjectBulk({ projectId }: { projectId: string }) {
  const { job, last, stop, dismiss } = useBulk()
  const start = useBulkStart(projectId)
  if (!job || job.projectId !== projectId) return null
  const undo = last?.undo
  const failed = job.failed.map(({ id }) => id)
  return (
    <BulkProgress
      job={job}
      onStop={stop}
      onClose={dismiss}
      onRetry={failed.length > 0 && last ? () => start(failed, last) : null}
      onUndo={
        undo && job.done.length > 0 ? () => start(job.done, { kind: 'undo', work: undo }) : null
      }
    />
  )
}
