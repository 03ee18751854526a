import { Button } from '@mantine/core'
import { Circle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginRecording } from './begin-recording.ts'
import { rememberedOptions } from './capture.ts'
import { ConsentDialog, isConsentSettled } from './consent-dialog.tsx'
import { useRecorder } from './recorder-store.ts'
import styles from './record.module.css'

type Props = {
  /** The project to record into; null if there is none. */
  toProject: () => Promise<string | null>
  /** Called once it starts, and where a recording runs already: its screen tells the rest. */
  onBegun: () => void
}

/** Starts recording with one press, with the choices of last time. */
export function RecordNow({ toProject, onBegun }: Props) {
  const { t } = useTranslation('home')
  const isIdle = useRecorder(({ phase }) => phase === 'idle')
  const [isAsking, setAsking] = useState(false)
  const start = async () => {
    setAsking(false)
    const projectId = await toProject()
    if (projectId === null) return
    void beginRecording({ name: '', projectId, options: rememberedOptions() })
    onBegun()
  }
  const press = () => {
    if (!isIdle) onBegun()
    else if (isConsentSettled()) void start()
    else setAsking(true)
  }
  return (
    <>
      <Button
        size="md"
        className={styles['record'] ?? ''}
        leftSection={<Circle size={14} fill="currentColor" aria-hidden="true" />}
        onClick={press}
      >
        {t(isIdle ? 'record' : 'goOn')}
      </Button>
      <ConsentDialog
        isOpen={isAsking}
        onStart={() => void start()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
