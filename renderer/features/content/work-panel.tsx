import { Button, Group } from '@mantine/core'
import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import type { ContentItem } from '../../api/types.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatRemaining } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { stageLabel } from './content-state.tsx'
import { useControl, type Control } from './queries.ts'
import styles from './work-panel.module.css'

type Props = { recording: ContentItem; hasTranscript: boolean }

const said: Record<Control, string> = {
  pause: 'The transcription is paused',
  resume: 'The transcription goes on',
  cancel: 'The transcription is cancelled',
}

/** A recording in work: how far it is, how long it takes yet, and what holds or ends it. */
export function WorkPanel({ recording, hasTranscript }: Props) {
  const { stage, filename, progress, remaining_seconds: remaining } = recording
  const [isAsking, setAsking] = useState(false)
  const control = useControl(recording.project_id, recording.id)
  const isPaused = stage === 'paused'
  const run = (which: Control) =>
    control.mutate(which, {
      onSuccess: () => announce(said[which]),
      onSettled: () => setAsking(false),
    })
  const percent = progress === null ? '' : `${Math.round(progress * 100)} %`
  const left = remaining === null || isPaused ? '' : formatRemaining(remaining)
  return (
    <Panel>
      <div className={styles['head']}>
        <div className={styles['text']}>
          <output className={isPaused ? styles['paused'] : styles['work']}>
            {stageLabel(stage)}
            {hasTranscript ? '; the transcript below is the one before' : ''}
          </output>
          <p className={styles['note']}>{[percent, left].filter(Boolean).join(', ')}</p>
        </div>
        <Group gap="xs">
          <HoldButton isPaused={isPaused} control={control} onRun={run} />
          <Button
            size="xs"
            variant="default"
            leftSection={<X size={14} />}
            onClick={() => setAsking(true)}
          >
            Cancel
          </Button>
        </Group>
      </div>
      <ProgressBar label={`Work on ${filename}`} share={progress ?? 0} />
      <p className={styles['note']}>{isPaused ? pausedNote : workNote}</p>
      {control.error && !isAsking ? (
        <p role="alert" className={styles['failure']}>
          {asFailure(control.error).message} Try again.
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel the transcription?"
        confirmLabel="Cancel transcription"
        cancelLabel="Go on"
        isBusy={control.isPending}
        onConfirm={() => run('cancel')}
        onClose={() => setAsking(false)}
      >
        What is written so far is dropped.{' '}
        {hasTranscript
          ? 'The transcript of before stays.'
          : 'The recording stays, and can be transcribed later.'}
      </ConfirmDialog>
    </Panel>
  )
}

const workNote = 'The words appear here when they are ready.'
const pausedNote =
  'What is finished is kept, also when Earshot is closed. Resume to go on from there.'

type HoldProps = {
  isPaused: boolean
  control: ReturnType<typeof useControl>
  onRun: (control: Control) => void
}

function HoldButton({ isPaused, control, onRun }: HoldProps) {
  const which: Control = isPaused ? 'resume' : 'pause'
  return (
    <Button
      size="xs"
      variant={isPaused ? 'filled' : 'default'}
      leftSection={isPaused ? <Play size={14} /> : <Pause size={14} />}
      loading={control.isPending && control.variables === which}
      onClick={() => onRun(which)}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
