import { Button, Group, Stack } from '@mantine/core'
import type { Verification } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { formatDateTime } from '../../ui/format.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { shownName } from '../../ui/shown-name.ts'
import settingsPart from '../../ui/settings-part.module.css'
import styles from './library-check.module.css'
import { useStartVerification, useStopVerification, useVerification } from './queries.ts'

type CheckProps = {
  /** Of recordings alone, where a database server looks after everything else. */
  isOfRecordings: boolean
}

/** Checks the library for damage: the button, how far it is, and what the last check found. */
export function LibraryCheck({ isOfRecordings }: CheckProps) {
  const { t } = useTranslation('verification')
  const query = useVerification()
  const start = useStartVerification()
  const stop = useStopVerification()
  if (query.error) {
    const { message, code } = asFailure(query.error)
    const retry = () => void query.refetch()
    return <FailureState title={t('unread')} cause={message} code={code} onRetry={retry} />
  }
  if (!query.data) return <LoadingRows label={t('loading')} />
  const isRunning = query.data.status === 'running'
  const error = start.error ?? stop.error
  return (
    <Stack component="section" gap="xs" aria-labelledby="library-check-title">
      <h2 id="library-check-title" className={settingsPart['title']}>
        {t('title')}
      </h2>
      <p className={settingsPart['facts']}>{t(isOfRecordings ? 'aboutRecordings' : 'about')}</p>
      <FormFailure message={error ? asFailure(error).message : null} />
      {isRunning ? <Progress verification={query.data} /> : <Result verification={query.data} />}
      <Group>
        {isRunning ? (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('stop')}
          </Button>
        ) : (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {t('start')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type Props = { verification: Verification }

function Progress({ verification: { step, done, total } }: Props) {
  const { t } = useTranslation('verification')
  const label = step === null ? t('waiting') : t(`steps.${step}`)
  return (
    <div className={settingsPart['progress']}>
      <span>{label}</span>
      <ProgressBar label={label} share={total === 0 ? 0 : done / total} />
    </div>
  )
}

/** What the last check found; announced where it comes while one looks. */
function Result({ verification }: Props) {
  const { t } = useTranslation('verification')
  const { status, finished_at: at, findings, finding_count: count } = verification
  const more = count - findings.length
  return (
    <>
      <output>
        {t(count > 0 ? 'found' : outcomes[status], { when: at ? formatDateTime(at) : '' })}
      </output>
      {count > 0 ? (
        <ul className={styles['findings']}>
          {findings.map((finding) => (
            <li key={`${finding.kind} ${finding.part ?? finding.content_id}`}>
              <Finding finding={finding} />
            </li>
          ))}
          {more > 0 ? <li>{t('more', { count: more })}</li> : null}
        </ul>
      ) : null}
    </>
  )
}

const outcomes = {
  never: 'never',
  running: 'never',
  completed: 'sound',
  cancelled: 'cancelled',
  failed: 'failed',
} as const

function Finding({ finding }: { finding: Verification['findings'][number] }) {
  const { t } = useTranslation('verification')
  const { kind, part, title } = finding
  const name = part === null ? (title === null ? '' : shownName({ title })) : t(`parts.${part}`)
  return <>{t(`kinds.${kind}`, { name })}</>
}
