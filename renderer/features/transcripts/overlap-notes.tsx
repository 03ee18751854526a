import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Segment, Speaker } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import { playFrom, usePlayer } from './player-store.ts'
import { speakerLooks } from './speakers.ts'
import styles from './segment-row.module.css'

type Props = { segment: Segment; speakers: readonly Speaker[]; isTabStop: boolean }

/** Who else speaks during a segment; each plays from where they begin to. */
export function OverlapNotes({ segment, speakers, isTabStop }: Props) {
  const { t, i18n } = useTranslation('transcripts')
  const hasSound = usePlayer((state) => state.hasSound)
  const lookOf = speakerLooks({ speakers })
  const bySpeaker = Map.groupBy(segment.overlaps, ({ speaker_id: id }) => id)
  return [...bySpeaker].map(([id, [first]]) => {
    const { name, colour } = lookOf({ speaker_id: id, speaker: id })
    const start = first?.start ?? segment.start
    const text = t('row.overlap', { name })
    return (
      <Fragment key={id}>
        {' '}
        {hasSound ? (
          <button
            type="button"
            lang={i18n.language}
            className={styles['overlap']}
            style={{ color: colour }}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t('row.playOverlap', { name, time: formatClock(start) })}
            onClick={(event) => {
              event.stopPropagation()
              playFrom(start)
            }}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            {text}
          </button>
        ) : (
          <span lang={i18n.language} className={styles['overlap']} style={{ color: colour }}>
            {text}
          </span>
        )}
      </Fragment>
    )
  })
}
