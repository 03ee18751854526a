import { Button, Group, NativeSelect } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Trial } from 'earshot/client'
import { FormFailure } from '../../ui/form-failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FailureState } from '../../ui/states.tsx'
import styles from './trial-panel.module.css'

type Choice = { value: string; label: string }

type Props = {
  projects: readonly Choice[]
  projectId: string
  onProject: (projectId: string) => void
  recordings: readonly Choice[]
  contentId: string
  onRecording: (contentId: string) => void
  trial: Trial | undefined
  isBusy: boolean
  failure: string | null
  onTry: () => void
  onCancel: () => void
  /** The result of a trial that ended well. */
  children: ReactNode
}

/** Tries a prompt on one recording; nothing of it is kept for longer than a day. */
export function TrialPanel(props: Props) {
  const { trial, isBusy, contentId } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In braces: what it returns in newer browsers is no clean-up.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-labelledby="trial-title" className={styles['panel']}>
      <h3 id="trial-title">Try on a recording</h3>
      <p className={styles['about']}>
        Runs the prompt as it was when you chose to try it; after a change, choose again. Nothing is
        saved, and the result goes after a day.
      </p>
      <Group gap="xs" align="end" wrap="wrap">
        <NativeSelect
          label="Project"
          value={props.projectId}
          onChange={(event) => props.onProject(event.currentTarget.value)}
          data={[...props.projects]}
        />
        <NativeSelect
          label="Recording"
          value={contentId}
          onChange={(event) => props.onRecording(event.currentTarget.value)}
          data={[...props.recordings]}
        />
        {isBusy ? (
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
        ) : (
          <Button disabled={contentId === ''} onClick={props.onTry}>
            Try
          </Button>
        )}
      </Group>
      {props.recordings.length === 0 ? (
        <p className={styles['about']}>This project has no transcribed recording.</p>
      ) : null}
      <FormFailure message={props.failure} />
      {isBusy ? <Progress trial={trial} /> : null}
      {trial?.status === 'failed' ? (
        <FailureState
          title="The trial failed"
          cause={trial.error?.message ?? 'It failed.'}
          {...(trial.error && { code: trial.error.code })}
        />
      ) : null}
      {trial?.status === 'completed' ? (
        <div className={styles['result']}>{props.children}</div>
      ) : null}
    </section>
  )
}

const Progress = ({ trial }: { trial: Trial | undefined }) => (
  <div className={styles['progress']}>
    <output>{trial?.status === 'processing' ? 'Reading the transcript' : 'In line'}</output>
    <ProgressBar label="Progress of the trial" share={trial?.progress ?? 0} />
  </div>
)
