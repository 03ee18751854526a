import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { Circle } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isDesktop } from '../../bridge.ts'
import { i18n } from '../../i18n/i18n.ts'
import { formatLength } from '../../ui/format.ts'
import { nameByTime } from '../../ui/shown-name.ts'
import { beginRecording } from './begin-recording.ts'
import {
  findComputerSound,
  obstacleHere,
  offersComputerSound,
  rememberedOptions,
  type RememberedOptions,
} from './capture.ts'
import { ConsentDialog, isConsentSettled } from './consent-dialog.tsx'
import { MicrophoneSelect } from './microphone-select.tsx'
import { ProblemNote } from './problem-note.tsx'
import styles from './record.module.css'
import { useRecorder } from './recorder-store.ts'
import { useSpace, type Space } from './space.ts'

type Props = {
  projects: readonly { id: string; name: string }[]
  /** The project selected initially. */
  projectId: string | null
  /** What the recording is called initially. */
  name: string
}

/** The options of a new recording: sources, name and project. */
export function RecordSetup({ projects, projectId: given, name: givenName }: Props) {
  const { t } = useTranslation('recorder')
  const { phase, problem } = useRecorder()
  const [name, setName] = useState(givenName)
  const [options, setOptions] = useState(rememberedOptions)
  const [chosen, setChosen] = useState(given)
  const [isAsking, setAsking] = useState(false)
  const [obstacle] = useState(obstacleHere)
  const projectId = projects.find(({ id }) => id === chosen)?.id ?? projects[0]?.id
  const [openedAt] = useState(() => new Date())
  const start = (hasComputerSound = options.hasComputerSound) => {
    setAsking(false)
    if (!projectId) return
    void beginRecording({ name, projectId, options: { ...options, hasComputerSound } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConsentSettled()) start()
    else setAsking(true)
  }
  const shown = obstacle ?? problem
  return (
    <form onSubmit={submit} className={styles['setup']}>
      {shown ? <ProblemNote problem={shown} onAlone={() => start(false)} /> : null}
      <TextInput
        variant="unstyled"
        classNames={{ input: styles['name'] ?? '' }}
        aria-label={t('setup.name')}
        placeholder={nameByTime(openedAt)}
        maxLength={180}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles['begin']}>
        <Button
          type="submit"
          size="md"
          loading={phase === 'starting'}
          disabled={obstacle !== null}
          className={styles['record'] ?? ''}
          leftSection={<Circle size={14} fill="currentColor" aria-hidden="true" />}
        >
          {phase === 'starting' ? t('setup.starting') : t('setup.start')}
        </Button>
        <Room channels={options.hasComputerSound ? 2 : 1} />
      </div>
      <div className={styles['choices']}>
        <Select
          label={t('setup.project')}
          data={projects.map(({ id, name: label }) => ({ value: id, label }))}
          value={projectId ?? null}
          onChange={setChosen}
          allowDeselect={false}
          searchable={projects.length > 8}
        />
        <MicrophoneSelect
          deviceId={options.deviceId}
          onChange={(deviceId) => setOptions({ ...options, deviceId })}
        />
        <SoundChoices options={options} onChange={setOptions} />
      </div>
      <ConsentDialog isOpen={isAsking} onStart={start} onClose={() => setAsking(false)} />
    </form>
  )
}

type ChoicesProps = { options: RememberedOptions; onChange: (options: RememberedOptions) => void }

function SoundChoices({ options, onChange }: ChoicesProps) {
  const { t } = useTranslation('recorder')
  const hasComputerSound = useComputerSound()
  return (
    <>
      {hasComputerSound ? (
        <Checkbox
          label={t('setup.computer')}
          description={isDesktop() ? t('setup.computerApp') : t('setup.computerBrowser')}
          checked={options.hasComputerSound}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...options, hasComputerSound: checked })
          }
        />
      ) : (
        <p className={styles['quiet']}>
          {t(isDesktop() ? 'setup.computerMissingApp' : 'setup.computerMissing')}
        </p>
      )}
      <Checkbox
        label={t('setup.echo')}
        description={t('setup.echoHelp')}
        checked={options.hasEchoCancellation}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...options, hasEchoCancellation: checked })
        }
      />
    </>
  )
}

function useComputerSound(): boolean {
  const [isOffered, setOffered] = useState(offersComputerSound)
  useEffect(() => void findComputerSound().then(setOffered), [])
  return isOffered
}

const roomOf = ({ isShort, seconds }: Space): string =>
  isShort
    ? i18n.t('recorder:setup.roomShort', { length: formatLength(seconds) })
    : i18n.t('recorder:setup.room', { count: Math.floor(seconds / 3_600) })

function Room({ channels }: { channels: 1 | 2 }) {
  const { t } = useTranslation('recorder')
  const space = useSpace(channels)
  return (
    <p className={space?.isShort ? styles['short'] : styles['quiet']}>
      {t('setup.place')} {space ? roomOf(space) : null}
    </p>
  )
}
