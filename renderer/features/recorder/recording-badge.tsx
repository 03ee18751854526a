import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Circle, Pause, Play, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DraftUploader } from './submit-draft.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import styles from './recording-badge.module.css'
import { pauseRecording, resumeRecording, stopRecording, useRecorder } from './recorder-store.ts'

/** Opens the recorder; while recording, shows time, pause and stop on every screen. */
export function RecordingBadge({ uploader }: { uploader: DraftUploader }) {
  const { t } = useTranslation('recorder')
  const phase = useRecorder((state) => state.phase)
  if (phase === 'idle' || phase === 'starting') {
    return (
      <Link to="/record" className={styles['button']} aria-keyshortcuts="R">
        <Circle size={14} fill="currentColor" aria-hidden="true" className={styles['dot']} />
        {t('nav.record')}
        <kbd aria-hidden="true" title={t('nav.key')}>
          R
        </kbd>
      </Link>
    )
  }
  if (phase === 'saving') return <p className={styles['badge']}>{t('live.saving')}</p>
  const isPaused = phase === 'paused'
  return (
    <section aria-label={t('badge.region')} className={styles['badge']}>
      <Link to="/record" className={styles['open']} title={t('badge.open')}>
        <span className={styles['light']} data-paused={isPaused || undefined} aria-hidden="true" />
        <span>{t(`live.${isPaused ? 'paused' : 'recording'}`)}</span>
        <ElapsedTime className={styles['time'] ?? ''} />
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(`live.${isPaused ? 'resume' : 'pause'}`)}
        onClick={() => (isPaused ? void resumeRecording() : pauseRecording())}
      >
        {isPaused ? <Play size={15} /> : <Pause size={15} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('live.stop')}
        onClick={() => void stopRecording(uploader)}
      >
        <Square size={14} fill="currentColor" />
      </ActionIcon>
    </section>
  )
}
