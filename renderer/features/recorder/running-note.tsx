import { Button, Loader } from '@mantine/core'
import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DraftUploader } from './submit-draft.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import styles from './record.module.css'
import { stopRecording, useRecorder } from './recorder-store.ts'
import { useLeaveGuard } from './recorder-guard.tsx'

/** Without a key no screen is open: shows that a recording is still running, and can stop it. */
export function RunningNote({ uploader }: { uploader: DraftUploader }) {
  const { t } = useTranslation('recorder')
  const phase = useRecorder((state) => state.phase)
  useLeaveGuard()
  if (phase === 'saving') return <SavingNote />
  if (phase !== 'recording' && phase !== 'paused') return null
  return (
    <section aria-label={t('badge.region')} className={styles['running']}>
      <p>
        <strong>{t(`live.${phase}`)}</strong>{' '}
        <ElapsedTime className={styles['runningTime'] ?? ''} />
      </p>
      <p>{t('running.text')}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<Square size={12} fill="currentColor" aria-hidden="true" />}
        onClick={() => void stopRecording(uploader)}
      >
        {t('live.stop')}
      </Button>
    </section>
  )
}

/** Shown while a recording is being submitted. */
export function SavingNote() {
  const { t } = useTranslation('recorder')
  return (
    <output className={styles['saving']}>
      <Loader size="sm" aria-hidden="true" />
      <span>
        <strong>{t('live.saving')}</strong>
        <br />
        {t('live.savingText')}
      </span>
    </output>
  )
}
