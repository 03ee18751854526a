import type { ContentItem } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatRemaining } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './content-state.module.css'

const states: Record<ContentItem['status'], { label: string; tone: Tone }> = {
  uploaded: { label: 'Not complete', tone: 'warn' },
  processing: { label: 'In work', tone: 'busy' },
  completed: { label: 'Ready', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
}

const stages: Record<string, string> = {
  queued: 'In line',
  probing: 'Reading the file',
  transcribing: 'Writing down',
  finishing: 'Finishing',
  paused: 'Paused',
}

export const stateLabel = (status: ContentItem['status']): string => states[status].label

export const stageLabel = (stage: string | null): string =>
  (stage === null ? undefined : stages[stage]) ?? 'In work'

/** Where a recording stands: a word, and while in work its stage and how far it is. */
export function ContentState({ item }: { item: ContentItem }) {
  const { status, stage, progress, remaining_seconds: remaining, filename, error } = item
  if (error?.code === 'cancelled') return <Badge tone="quiet">Cancelled</Badge>
  if (status !== 'processing') {
    const { tone, label } = states[status]
    return (
      <span className={styles['state']} title={error?.message}>
        <Badge tone={tone}>{label}</Badge>
      </span>
    )
  }
  return (
    <div className={styles['work']}>
      <span className={styles['stage']}>
        {stageLabel(stage)}
        {progress === null ? '' : `, ${Math.round(progress * 100)} %`}
      </span>
      <ProgressBar label={`Work on ${filename}`} share={progress ?? 0} />
      {remaining === null ? null : (
        <span className={styles['remaining']}>{formatRemaining(remaining)}</span>
      )}
    </div>
  )
}
