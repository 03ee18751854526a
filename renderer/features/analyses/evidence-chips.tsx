import { Popover } from '@mantine/core'
import { Play, Quote } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import styles from './evidence-chips.module.css'

/** Where a segment starts, in seconds, who speaks, and what they say. */
export type Moment = { start: number; speaker: string; text?: string }

type Props = {
  moments: readonly Moment[]
  /** Omitted if no player is on the page; the words are shown instead. */
  onSeek?: ((seconds: number) => void) | undefined
}

/** A statement stays readable beside this many; the others come at a press. */
const mostShown = 4

/** The parts of the recording that support a statement; each plays from its start. */
export function EvidenceChips({ moments, onSeek }: Props) {
  const { t } = useTranslation('analyses')
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll || moments.length <= mostShown ? moments : moments.slice(0, mostShown - 1)
  const rest = moments.length - shown.length
  return (
    <>
      {shown.map((moment) =>
        onSeek ? (
          <PlayChip key={`${moment.start} ${moment.speaker}`} moment={moment} onSeek={onSeek} />
        ) : (
          <ReadChip key={`${moment.start} ${moment.speaker}`} moment={moment} />
        ),
      )}
      {rest > 0 ? (
        <button
          type="button"
          className={styles['chip']}
          aria-label={t('moreMoments', { count: rest })}
          onClick={() => setShowsAll(true)}
        >
          +{rest}
        </button>
      ) : null}
    </>
  )
}

type PlayProps = { moment: Moment; onSeek: (seconds: number) => void }

function PlayChip({ moment: { start, speaker }, onSeek }: PlayProps) {
  const { t } = useTranslation('analyses')
  return (
    <button
      type="button"
      className={styles['chip']}
      title={t('play', { speaker })}
      aria-label={t('playAt', { time: formatClock(start), speaker })}
      onClick={() => onSeek(start)}
    >
      <Play size={9} aria-hidden="true" fill="currentColor" /> {formatClock(start)}
    </button>
  )
}

/** Shows the quote in place, so a person trying out a prompt need not leave the editor. */
function ReadChip({ moment: { start, speaker, text = '' } }: { moment: Moment }) {
  const { t } = useTranslation('analyses')
  return (
    <Popover width={320} position="top" withArrow shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={styles['chip']}
          aria-label={t('read', { time: formatClock(start), speaker })}
        >
          <Quote size={9} aria-hidden="true" /> {formatClock(start)}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <blockquote className={styles['quote']}>
          {speaker}: {text}
        </blockquote>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Marks a claim that no segment of the recording supports. */
export function NotFound() {
  const { t } = useTranslation('analyses')
  return <span className={styles['caution']}>{t('notFound')}</span>
}

/** Marks a statement that its segments do not settle. */
export function Doubtful() {
  const { t } = useTranslation('analyses')
  return <span className={styles['caution']}>{t('doubtful')}</span>
}
