import { Button, Group } from '@mantine/core'
import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { ContentItem } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatRemaining } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { stageLabel } from './content-state.tsx'
import { useControl, type Control } from './queries.ts'
import { useIsPaused } from './use-queue.ts'
import styles from './work-panel.module.css'

type Props = { recording: ContentItem; hasTranscript: boolean }

/**
 * A recording in progress: how far it is, the remaining time, and controls to pause or cancel it.
 */
export function WorkPanel({ recording, hasTranscript }: Props) {
  const { t } = useTranslation('content')
  const { stage, progress, remaining_seconds: remaining } = recording
  const [isAsking, setAsking] = useState(false)
  const control = useControl(recording.project_id, recording.id)
  const isPaused = stage === 'paused'
  const isAllPaused = useIsPaused(stage === 'queued')
  const run = (which: Control) =>
    control.mutate(which, {
      onSuccess: () => announce(t(`work.said.${which}`)),
      onSettled: () => setAsking(false),
    })
  const percent = progress === null ? '' : `${Math.round(progress * 100)} %`
  const left = remaining === null || isPaused ? '' : formatRemaining(remaining)
  return (
    <Panel>
      <div className={styles['head']}>
        <div className={styles['text']}>
          <output className={isPaused ? styles['paused'] : styles['work']}>
            {hasTranscript ? t('work.withBefore', { stage: stageLabel(stage) }) : stageLabel(stage)}
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
            {t('work.cancel')}
          </Button>
        </Group>
      </div>
      <ProgressBar label={t('workOn', { name: shownName(recording) })} share={progress ?? 0} />
      <p className={styles['note']}>
        {t(isPaused ? 'work.pausedNote' : isAllPaused ? 'work.allPausedNote' : 'work.note')}
      </p>
      {control.error && !isAsking ? (
        <p role="alert" className={styles['failure']}>
          {t('work.failed', { cause: asFailure(control.error).message })}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('work.ask.title')}
        confirmLabel={t('work.ask.confirm')}
        cancelLabel={t('work.ask.goOn')}
        isBusy={control.isPending}
        onConfirm={() => run('cancel')}
        onClose={() => setAsking(false)}
      >
        {t(hasTranscript ? 'work.ask.before' : 'work.ask.alone')}
      </ConfirmDialog>
    </Panel>
  )
}

type HoldProps = {
  isPaused: boolean
  control: ReturnType<typeof useControl>
  onRun: (control: Control) => void
}

function HoldButton({ isPaused, control, onRun }: HoldProps) {
  const { t } = useTranslation('content')
  const which: Control = isPaused ? 'resume' : 'pause'
  return (
    <Button
      size="xs"
      variant={isPaused ? 'filled' : 'default'}
      leftSection={isPaused ? <Play size={14} /> : <Pause size={14} />}
      loading={control.isPending && control.variables === which}
      onClick={() => onRun(which)}
    >
      {t(`work.${which}`)}
    </Button>
  )
}
