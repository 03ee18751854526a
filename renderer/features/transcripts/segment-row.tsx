import { memo } from 'react'
import type { Segment } from '../../api/types.ts'
import { formatClock } from '../../ui/format.ts'
import { indexAt, segmentParts, type Part, type Range } from './segment-parts.ts'
import { playFrom, usePlayer } from './player-store.ts'
import type { SpeakerLook } from './speakers.ts'
import styles from './segment-row.module.css'

type Props = {
  segment: Segment
  speaker: SpeakerLook
  /** Someone else spoke before. */
  isTurn: boolean
  isCurrent: boolean
  matches: Range[]
  /** The match the reader is at lies in this segment. */
  isFound: boolean
}

const none = -1

/** One segment: who, when, and its words, each of which plays from where it was said. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, speaker, isTurn, isCurrent, matches, isFound } = props
  // Only the row that is being said follows the clock.
  const spoken = usePlayer(({ position }) => (isCurrent ? indexAt(segment.words, position) : none))
  const start = formatClock(segment.start)
  return (
    <div className={styles['row']} aria-current={isCurrent || undefined} data-found={isFound}>
      {isTurn ? (
        <div className={styles['speaker']} style={{ color: speaker.colour }}>
          {speaker.name}
        </div>
      ) : null}
      <div className={styles['line']}>
        <button
          type="button"
          className={styles['time']}
          aria-label={`Play from ${start}`}
          onClick={() => playFrom(segment.start)}
        >
          {start}
        </button>
        {/* Words can be clicked with a mouse; keyboards use the time beside them. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions */}
        <p className={styles['text']} onClick={(event) => playWord(event, segment)}>
          {segmentParts(segment, matches).map((part, index) => (
            <PartText
              key={index}
              part={part}
              isSpoken={part.word !== null && part.word === spoken}
            />
          ))}
        </p>
      </div>
    </div>
  )
})

function PartText({ part: { text, word, isMatch }, isSpoken }: { part: Part; isSpoken: boolean }) {
  const content = isMatch ? <mark>{text}</mark> : text
  if (word === null) return content
  return (
    <span data-word={word} className={isSpoken ? styles['spoken'] : styles['word']}>
      {content}
    </span>
  )
}

function playWord(event: React.MouseEvent, segment: Segment) {
  // Who selects text to copy it does not want to hear it.
  if (window.getSelection()?.isCollapsed === false) return
  const place = event.target instanceof Element ? event.target.closest('[data-word]') : null
  const word =
    place instanceof HTMLElement ? segment.words[Number(place.dataset['word'])] : undefined
  playFrom(word?.start ?? segment.start)
}
