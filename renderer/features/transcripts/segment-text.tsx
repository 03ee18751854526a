import type { Overlap, Segment, Speaker } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { openDraft } from './edit-store.ts'
import { OverlapNotes } from './overlap-notes.tsx'
import { playFrom, usePlayer } from './player-store.ts'
import { indexAt, segmentParts, wordRanges, type Part, type Range } from './segment-parts.ts'
import styles from './segment-row.module.css'

type Props = {
  segment: Segment
  speakers: readonly Speaker[]
  overlaps: readonly Overlap[]
  isTabStop: boolean
  isCurrent: boolean
  matches: Range[]
  showsUnsure: boolean
  canEdit: boolean
}

const none = -1

/** The words of a segment; a click plays from a word, a double click edits. */
export function SegmentText(props: Props) {
  const { segment, isCurrent, matches, showsUnsure, canEdit } = props
  // Only the row being played follows the clock.
  const spoken = usePlayer(({ position }) => (isCurrent ? indexAt(segment.words, position) : none))
  return (
    // Words are clickable by mouse; with the keyboard, use the time and the button beside them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions
    <p
      id={`${segment.id}-text`}
      lang={segment.language}
      className={styles['text']}
      onClick={(event) => playWord(event, segment)}
      onDoubleClick={canEdit ? (event) => editAt(event, segment) : undefined}
    >
      {segmentParts(segment, matches).map((part, index) => (
        <PartText
          key={index}
          part={part}
          isSpoken={part.word !== null && part.word === spoken}
          isUnsure={showsUnsure && isUnsure(segment, part)}
        />
      ))}
      {props.overlaps.length > 0 ? <OverlapNotes {...props} /> : null}
    </p>
  )
}

const isUnsure = ({ words }: Segment, { word }: Part): boolean =>
  word !== null && words[word]?.is_uncertain === true

type PartProps = { part: Part; isSpoken: boolean; isUnsure: boolean }

function PartText({ part: { text, word, isMatch }, isSpoken, isUnsure: isDoubted }: PartProps) {
  const content = isMatch ? <mark>{text}</mark> : text
  if (word === null) return content
  return (
    <span
      data-word={word}
      data-unsure={isDoubted || undefined}
      title={isDoubted ? i18n.t('transcripts:row.unsure') : undefined}
      className={isSpoken ? styles['spoken'] : styles['word']}
    >
      {content}
    </span>
  )
}

let wasPlaying = false

function playWord(event: React.MouseEvent, segment: Segment) {
  // Selecting text to copy it should not start playback.
  if (event.detail > 1 || window.getSelection()?.isCollapsed === false) return
  const { element } = usePlayer.getState()
  wasPlaying = element !== null && !element.paused
  playFrom(segment.words[wordAt(event)]?.start ?? segment.start)
}

/** The first click of a double click has started playback, which an editor did not ask for. */
function editAt(event: React.MouseEvent, segment: Segment) {
  if (!wasPlaying) usePlayer.getState().element?.pause()
  window.getSelection()?.removeAllRanges()
  openDraft(segment.id, segment.text, wordRanges(segment)[wordAt(event)] ?? null)
}

function wordAt(event: React.MouseEvent): number {
  const place = event.target instanceof Element ? event.target.closest('[data-word]') : null
  return place instanceof HTMLElement ? Number(place.dataset['word']) : none
}
