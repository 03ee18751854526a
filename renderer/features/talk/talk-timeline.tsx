import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TalkStatistics } from 'earshot/client'
import { DataTable } from '../../ui/data-table.tsx'
import { formatClock, formatLength, formatNumber } from '../../ui/format.ts'
import { useHasSound } from '../../ui/has-sound.ts'
import styles from './talk-panel.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  talk: TalkStatistics
  colourOf: (speakerId: string) => string
  onSeek: (seconds: number) => void
}

/** Who spoke when: a chart, with the same data as a table for everybody. */
export function TalkTimeline({ talk, colourOf, onSeek }: Props) {
  const { t } = useTranslation('talk')
  const { bucket_seconds: length, buckets } = talk.timeline
  const [isOpen, setOpen] = useState(false)
  if (buckets.length < 2) return null
  return (
    <>
      <div className={styles['timeline']} aria-hidden="true">
        {buckets.map(({ start, seconds }) => (
          // The table below offers the same by keyboard.
          <button
            key={start}
            type="button"
            tabIndex={-1}
            title={t('from', { time: formatClock(start) })}
            onClick={() => onSeek(start)}
          >
            {talk.speakers.map(({ speaker_id: id }) => (
              <i
                key={id}
                style={{ height: `${heightOf(seconds[id], length)}%`, background: colourOf(id) }}
              />
            ))}
          </button>
        ))}
      </div>
      <details
        className={styles['details']}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{t('table')}</summary>
        {isOpen ? <TimelineTable talk={talk} onSeek={onSeek} /> : null}
      </details>
    </>
  )
}

const heightOf = (seconds: number | undefined, length: number): number =>
  Math.min(100, (100 * (seconds ?? 0)) / length)

function TimelineTable({ talk, onSeek }: Pick<Props, 'talk' | 'onSeek'>) {
  const { t } = useTranslation('talk')
  const act = useHasSound() ? 'play' : 'read'
  const speakers = talk.speakers.map(({ speaker_id: id, speaker }) => ({
    id,
    label: speakerName(speaker),
  }))
  return (
    <div className={styles['scroll']}>
      <DataTable
        label={t('when')}
        columns={[{ label: t('columns.from') }, ...speakers, { label: t('columns.tone') }]}
      >
        {talk.timeline.buckets.map(({ start, seconds, sentiment_score: tone }) => (
          <tr key={start}>
            <td>
              <button
                type="button"
                className={styles['play']}
                aria-label={t(act, { time: formatClock(start) })}
                onClick={() => onSeek(start)}
              >
                {formatClock(start)}
              </button>
            </td>
            {talk.speakers.map(({ speaker_id: id }) => (
              <td key={id}>{formatLength(seconds[id] ?? 0)}</td>
            ))}
            <td>{tone === null ? '–' : formatNumber(tone, 2)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}
