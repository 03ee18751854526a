import { Button, Group, Stack } from '@mantine/core'
import type { Backup } from 'earshot/client'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { formatAge, formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { healthOf } from './backup-health.ts'
import { BackupList, type Restore } from './backup-list.tsx'
import settingsPart from '../../ui/settings-part.module.css'
import styles from './backups.module.css'
import { isRunning, useBackups, useDeleteBackup, useStartBackup } from './queries.ts'

/** Backups of the library: how the last one went, one more at once, and all there are. */
export function Backups({ restore }: { restore: Restore }) {
  const { t } = useTranslation('backups')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useBackups()
  if (error) {
    const { message, code } = asFailure(error)
    if (code === 'kept_on_server') return <p>{t('keptOnServer')}</p>
    return <FailureState title={t('unread')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows label={t('loading')} />
  const finished = items.filter((backup) => !isRunning(backup))
  return (
    <Stack component="section" gap="xs" aria-labelledby="backups-title">
      <h2 id="backups-title" className={settingsPart['title']}>
        {t('title')}
      </h2>
      <p className={settingsPart['facts']}>{t('about')}</p>
      <Health backups={items} />
      {items.some((backup) => backup.is_on_same_disk) ? <p>{t('sameDisk')}</p> : null}
      <Making running={items.find(isRunning) ?? null} newest={finished[0] ?? null} />
      <BackupList backups={finished} restore={restore} />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </Stack>
  )
}

function Health({ backups }: { backups: readonly Backup[] }) {
  const { t } = useTranslation('backups')
  const now = useNow()
  const health = healthOf(backups, now)
  if (health.kind === 'none') return <p>{t('health.none')}</p>
  if (health.kind !== 'failed') {
    const words = { age: formatAge(health.at, now), when: formatDateTime(health.at) }
    const manner = health.kind === 'overdue' ? styles['bad'] : undefined
    return <p className={manner}>{t(`health.${health.kind}`, words)}</p>
  }
  const { isFullDisk, failedAt, at } = health
  return (
    <p className={styles['bad']}>
      {t(isFullDisk ? 'health.full' : 'health.failed', { age: formatAge(failedAt, now) })}{' '}
      {at === null ? t('health.noneGood') : t('health.lastGood', { when: formatDateTime(at) })}
    </p>
  )
}

/** To the minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The button, or how far the one is that is being made. */
function Making({ running, newest }: { running: Backup | null; newest: Backup | null }) {
  const { t } = useTranslation('backups')
  const start = useStartBackup()
  const cancel = useDeleteBackup()
  useAnnouncedEnd(running, newest)
  const error = start.error ?? cancel.error
  return (
    <>
      <FormFailure message={error ? asFailure(error).message : null} />
      {running ? (
        <div className={settingsPart['progress']}>
          <span>{t('running')}</span>
          <ProgressBar label={t('running')} share={running.progress ?? 0} />
        </div>
      ) : null}
      <Group>
        {running ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(running.id)}
          >
            {t('cancel')}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              loading={start.isPending}
              onClick={() => start.mutate({}, { onSuccess: () => announce(t('running')) })}
            >
              {t('start')}
            </Button>
            <Button
              variant="default"
              disabled={start.isPending}
              onClick={() =>
                start.mutate({ include_media: true }, { onSuccess: () => announce(t('running')) })
              }
            >
              {t('startWhole')}
            </Button>
          </>
        )}
      </Group>
    </>
  )
}

/** Ages change every minute and progress every second, so only the end is spoken. */
function useAnnouncedEnd(running: Backup | null, newest: Backup | null): void {
  const { t } = useTranslation('backups')
  const before = useRef<string | null>(null)
  useEffect(() => {
    const ended = before.current
    before.current = running?.id ?? null
    if (ended === null || running) return
    if (newest?.id !== ended) announce(t('ended.cancelled'))
    else announce(t(newest.status === 'failed' ? 'ended.failed' : 'ended.completed'))
  }, [running, newest, t])
}
