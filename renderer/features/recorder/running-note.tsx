import { Button } from '@mantine/core'
import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Send } from './hand-in.ts'
import { ElapsedTime } from './elapsed-time.tsx'
import styles from './record.module.css'
import { stopRecording, useRecorder } from './recorder-store.ts'
import { SavingNote } from './saving-note.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Where the screens are closed for want of a key: that a recording still runs, and its end. */
export function RunningNote({ send }: { send: Send }) {
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
        onClick={() => void stopRecording(send)}
      >
        {t('live.stop')}
      </Button>
    </section>
  )
}
