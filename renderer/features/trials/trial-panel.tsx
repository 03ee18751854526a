import { Button, Group, NativeSelect } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trial } from 'earshot/client'
import { failureWords } from '../../api/failure.ts'
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
  /** Advice for a failed trial. */
  help: string
  onTry: () => void
  onCancel: () => void
  /** The result of a successful trial. */
  children: ReactNode
}

/** Tries a prompt on one recording; its results are kept for a day at most. */
export function TrialPanel(props: Props) {
  const { t } = useTranslation('trials')
  const { trial, isBusy, contentId } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a value here, which is not a clean-up function.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-labelledby="trial-title" className={styles['panel']}>
      <h3 id="trial-title">{t('title')}</h3>
      <p className={styles['about']}>{t('about')}</p>
      <Group gap="xs" align="end" wrap="wrap">
        <NativeSelect
          label={t('project')}
          value={props.projectId}
          onChange={(event) => props.onProject(event.currentTarget.value)}
          data={[...props.projects]}
        />
        <NativeSelect
          label={t('recording')}
          value={contentId}
          onChange={(event) => props.onRecording(event.currentTarget.value)}
          data={[...props.recordings]}
        />
        {isBusy ? (
          <Button variant="default" onClick={props.onCancel}>
            {t('cancel')}
          </Button>
        ) : (
          <Button disabled={contentId === ''} onClick={props.onTry}>
            {t('try')}
          </Button>
        )}
      </Group>
      {props.recordings.length === 0 ? <p className={styles['about']}>{t('none')}</p> : null}
      <FormFailure message={props.failure} />
      {isBusy ? <Progress trial={trial} /> : null}
      {trial?.status === 'failed' ? (
        <div className={styles['result']}>
          <FailureState
            title={t('failed')}
            cause={trial.error ? failureWords(trial.error) : t('noCause')}
            {...(trial.error && { code: trial.error.code })}
          >
            <p>{props.help}</p>
          </FailureState>
        </div>
      ) : null}
      {trial?.status === 'completed' ? (
        <div className={styles['result']}>{props.children}</div>
      ) : null}
    </section>
  )
}

function Progress({ trial }: { trial: Trial | undefined }) {
  const { t } = useTranslation('trials')
  return (
    <div className={styles['progress']}>
      <output>{trial?.status === 'processing' ? t('reading') : t('waiting')}</output>
      <ProgressBar label={t('progress')} share={trial?.progress ?? 0} />
    </div>
  )
}
