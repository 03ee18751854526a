import { FileAudio, Mic, Sparkles } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../ui/form-failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './first-run.module.css'
import { StepFrame } from './step-frame.tsx'

type Props = {
  projectName: string
  /** Upload progress; null if nothing is being uploaded. */
  sent: number | null
  failure: string | null
  onSample: () => void
  onFile: (file: File) => void
  onRecord: () => void
}

/** The sample, a file, or the microphone: each leads to the recording's page. */
export function RecordingStep(props: Props) {
  const { t } = useTranslation('firstRun')
  const input = useRef<HTMLInputElement>(null)
  const isBusy = props.sent !== null
  return (
    <StepFrame
      step="recording"
      title={t('recording.title', { name: props.projectName })}
      text={t('recording.text')}
    >
      <FormFailure message={props.failure && `${t('recording.failed')} ${props.failure}`} />
      <div className={styles['choices']}>
        <Choice
          isMain
          icon={<Sparkles size={20} />}
          name={t('recording.sample')}
          about={t('recording.sampleAbout')}
          isDisabled={isBusy}
          onClick={props.onSample}
        />
        <Choice
          icon={<FileAudio size={20} />}
          name={t('recording.own')}
          about={t('recording.ownAbout')}
          isDisabled={isBusy}
          onClick={() => input.current?.click()}
        />
        <Choice
          icon={<Mic size={20} />}
          name={t('recording.record')}
          about={t('recording.recordAbout')}
          isDisabled={isBusy}
          onClick={props.onRecord}
        />
      </div>
      <input
        ref={input}
        type="file"
        accept="audio/*,video/*,.vtt,.srt,.txt,.csv,.tsv,.lrc,.md,.json"
        hidden
        aria-label={t('recording.input')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) props.onFile(file)
        }}
      />
      {props.sent === null ? null : <Sending share={props.sent} />}
    </StepFrame>
  )
}

function Sending({ share }: { share: number }) {
  const { t } = useTranslation('firstRun')
  const text = share < 1 ? t('recording.sending') : t('recording.sent')
  return (
    <div className={styles['sending']}>
      <output>{text}</output>
      <ProgressBar label={t('recording.sending')} share={share} />
    </div>
  )
}

type ChoiceProps = {
  icon: ReactNode
  name: string
  about: string
  isMain?: boolean
  isDisabled: boolean
  onClick: () => void
}

const Choice = ({ icon, name, about, isMain = false, isDisabled, onClick }: ChoiceProps) => (
  <button
    type="button"
    className={styles['choice']}
    data-main={isMain || undefined}
    disabled={isDisabled}
    onClick={onClick}
  >
    <span className={styles['icon']} aria-hidden="true">
      {icon}
    </span>
    <span>
      <strong>{name}</strong>
      <span className={styles['about']}>{about}</span>
    </span>
  </button>
)
