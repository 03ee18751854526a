import { Button } from '@mantine/core'
import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DraftUploader } from './submit-draft.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import styles from './record.module.css'
import { stopRecording, useRecorder } from './recorder-store.ts'
import { SavingNote } from './saving-note.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Without a key no screen is open: this says that a recording still runs, and stops it. */
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
