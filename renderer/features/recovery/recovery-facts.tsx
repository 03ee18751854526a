import type { Recovery } from 'earshot/client'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './recovery.module.css'

/** What is damaged, and what is safe. */
export function RecoveryFacts({ damage, recordings }: Recovery) {
  const { t } = useTranslation('recovery')
  const { count, described_count: described, size_bytes: bytes } = recordings
  // Without the key not even their names can be read.
  const isSealed = damage?.kind === 'library_key'
  return (
    <div className={styles['facts']}>
      {damage ? <p>{t(`kinds.${damage.kind}`)}</p> : null}
      <p>
        <strong>
          {count === 0
            ? t('nothing')
            : t(isSealed ? 'sealed' : 'safe', { count, size: formatBytes(bytes) })}
        </strong>{' '}
        {described < count && !isSealed ? t('undescribed', { count: count - described }) : null}
      </p>
      <p>{t('kept')}</p>
    </div>
  )
}

/** How the action goes, or how the last one ended. */
export function RecoveryWork({ work }: { work: NonNullable<Recovery['work']> }) {
  const { t } = useTranslation('recovery')
  const title = t(`titles.${work.action}`)
  if (work.status === 'failed') {
    return (
      <p role="alert" className={styles['failed']}>
        {t(`outcomes.${work.error_code ?? 'failed'}`)}
      </p>
    )
  }
  const label = t(work.status === 'running' ? 'running' : 'done', { title })
  return (
    <div className={styles['work']}>
      <output>{label}</output>
      {work.status === 'running' ? <ProgressBar label={label} share={work.progress ?? 0} /> : null}
      {work.folder === null ? null : (
        <p className={styles['folder']}>
          <Trans
            t={t}
            i18nKey={'folder'}
            values={{ folder: work.folder }}
            components={{ 1: <code /> }}
          />
        </p>
      )}
      {work.lost_count > 0 ? <LostSound {...work} /> : null}
    </div>
  )
}

/** Recordings that a restore brought without their sound. */
function LostSound({ lost_count: count, lost_recordings: lost }: NonNullable<Recovery['work']>) {
  const { t } = useTranslation('recovery')
  const title = useId()
  return (
    <div className={styles['failed']}>
      <p id={title}>{t('lost.title', { count })}</p>
      <ul aria-labelledby={title} className={styles['lost']}>
        {lost.map((recording) => (
          <li key={recording.id}>{recording.title ?? recording.id}</li>
        ))}
      </ul>
      {count > lost.length ? <p>{t('lost.more', { count: count - lost.length })}</p> : null}
      <p>{t('lost.next')}</p>
    </div>
  )
}
