import { useTranslation } from 'react-i18next'
import { failureWords } from '../../api/failure.ts'
import type { ContentItem } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatRemaining } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { shownName } from '../../ui/shown-name.ts'
import styles from './content-state.module.css'

const tones: Record<ContentItem['status'], Tone> = {
  uploaded: 'warn',
  processing: 'busy',
  completed: 'ok',
  failed: 'bad',
}

const stages = [
  'queued',
  'probing',
  'transcribing',
  'finishing',
  'paused',
  'waiting_for_space',
] as const
const isStage = (name: string | null): name is (typeof stages)[number] =>
  stages.some((stage) => stage === name)

export const stateLabel = (status: ContentItem['status']): string =>
  i18n.t(`content:states.${status}`)

export const stageLabel = (stage: string | null): string =>
  isStage(stage) ? i18n.t(`content:stages.${stage}`) : i18n.t('content:states.processing')

/** A recording's state in words; while it is being processed, also its stage, and progress where there is some. */
export function ContentState({ item }: { item: ContentItem }) {
  const { t } = useTranslation('content')
  const { status, stage, progress, remaining_seconds: remaining, error } = item
  if (error?.code === 'cancelled') return <Badge tone="quiet">{t('states.cancelled')}</Badge>
  if (status !== 'processing') {
    return (
      <span className={styles['state']} title={error ? failureWords(error) : undefined}>
        <Badge tone={tones[status]}>{stateLabel(status)}</Badge>
      </span>
    )
  }
  if (stage === 'queued' && !progress) {
    return <span className={styles['state']}>{stageLabel(stage)}</span>
  }
  const told = [stageLabel(stage), progress === null ? '' : `${Math.round(progress * 100)} %`]
  return (
    <div className={styles['work']}>
      <span className={styles['stage']}>
        {told.filter(Boolean).join(', ')}
        {remaining === null ? null : (
          <span className={styles['remaining']}>{formatRemaining(remaining)}</span>
        )}
      </span>
      <ProgressBar label={t('workOn', { name: shownName(item) })} share={progress ?? 0} />
    </div>
  )
}
