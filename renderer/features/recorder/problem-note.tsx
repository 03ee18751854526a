import { Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isOfMicrophone, type RecorderProblem } from './problem.ts'
import styles from './record.module.css'
import { resumeRecording, useRecorder } from './recorder-store.ts'

type Props = { problem: RecorderProblem; onAlone?: () => void }

/** What went wrong, what to do, and a button for the quickest way out. */
export function ProblemNote({ problem: { code }, onAlone }: Props) {
  const { t } = useTranslation('recorder')
  const isPaused = useRecorder(({ phase }) => phase === 'paused')
  const isSharing = code === 'sharing_denied' || code === 'sharing_silent'
  return (
    <div role="alert" className={styles['problem']}>
      <CircleAlert size={18} aria-hidden="true" />
      <div className={styles['problemText']}>
        <strong>{t(`problemTitle.${code}`)}</strong>
        <p>{t(isPaused && isOfMicrophone(code) ? `pausedText.${code}` : `problemText.${code}`)}</p>
      </div>
      {isPaused && isOfMicrophone(code) ? (
        <Button variant="default" size="xs" onClick={() => void resumeRecording()}>
          {t('problems.goOn')}
        </Button>
      ) : null}
      {isSharing && onAlone ? (
        <Button variant="default" size="xs" onClick={onAlone}>
          {t('problems.alone')}
        </Button>
      ) : null}
      <Button variant="default" size="xs" onClick={() => useRecorder.setState({ problem: null })}>
        {t('problems.close')}
      </Button>
    </div>
  )
}
