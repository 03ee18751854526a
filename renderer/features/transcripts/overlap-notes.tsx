import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overlap, Speaker } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import { playFrom, usePlayer } from './player-store.ts'
import { speakerLooks } from './speakers.ts'
import styles from './segment-row.module.css'

type Props = { overlaps: readonly Overlap[]; speakers: readonly Speaker[]; isTabStop: boolean }

/** Who else speaks during a segment; each plays from where they first do. */
export function OverlapNotes({ overlaps, speakers, isTabStop }: Props) {
  const { t, i18n } = useTranslation('transcripts')
  const hasSound = usePlayer((state) => state.hasSound)
  const lookOf = speakerLooks({ speakers })
  const isFirst = ({ speaker_id: id }: Overlap, at: number): boolean =>
    overlaps.findIndex((one) => one.speaker_id === id) === at
  return overlaps.filter(isFirst).map(({ speaker_id: id, start }) => {
    const { name, colour } = lookOf({ speaker_id: id, speaker: id })
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
