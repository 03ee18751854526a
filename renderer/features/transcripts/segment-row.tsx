import { Pencil } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overlap, Segment, Speaker } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import type { EditSession } from './edit-session.ts'
import { activate, openDraft, toggleChoice, useEditing } from './edit-store.ts'
import { LineTool } from './line-tool.tsx'
import { playFrom, usePlayer } from './player-store.ts'
import { SegmentEditor } from './segment-editor.tsx'
import type { Range } from './segment-parts.ts'
import { SegmentText } from './segment-text.tsx'
import { SpeakerMenu } from './speaker-menu.tsx'
import { SpeakerSuggestion } from './speaker-suggestion.tsx'
import type { SpeakerLook } from './speakers.ts'
import styles from './segment-row.module.css'

type Props = {
  segment: Segment
  speaker: SpeakerLook
  speakers: readonly Speaker[]
  /** Those to note beside it. */
  overlaps: readonly Overlap[]
  /** Who this speaker sounds like, on the speaker's first line, if nobody has decided yet. */
  suggestion: string | null
  /** Whether someone else spoke before. */
  isTurn: boolean
  isCurrent: boolean
  /** Whether this is the one row in the tab order. */
  isTabStop: boolean
  matches: Range[]
  /** Whether the current match is in this segment. */
  isFound: boolean
  showsUnsure: boolean
  /** Null if the text is read-only. */
  session: EditSession | null
}

/** One segment: speaker, time, and its words, each of which plays from its start. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, speaker, isTurn, isCurrent, isFound, session } = props
  const { t } = useTranslation('transcripts')
  const isEdited = useEditing(({ draft }) => draft?.segmentId === segment.id)
  const row = useRef<HTMLDivElement>(null)
  useFocusAfterEdit(row, isEdited)
  const start = formatClock(segment.start)
  return (
    // A focus target whose keys the list handles, not a group of fields as a tag would imply.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={row}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={t('row.label', { name: speaker.name, time: start })}
      aria-describedby={`${segment.id}-text`}
      aria-current={isCurrent || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Enter edits the line
      tabIndex={props.isTabStop ? 0 : -1}
      data-segment={segment.id}
      data-found={isFound}
      className={styles['row']}
      onFocus={() => activate(segment.id)}
    >
      {isTurn ? <Turn {...props} /> : null}
      <div className={styles['line']}>
        <ChoiceBox segment={segment} />
        <StartTime seconds={segment.start} isTabStop={props.isTabStop} />
        {isEdited && session ? (
          <SegmentEditor segment={segment} speakers={props.speakers} session={session} />
        ) : (
          <SegmentText {...props} canEdit={session !== null} />
        )}
        {session && !isEdited ? <LineActions {...props} session={session} /> : null}
      </div>
    </div>
  )
})

/** When a segment starts, which is also its play button if there is sound. */
function StartTime({ seconds, isTabStop }: { seconds: number; isTabStop: boolean }) {
  const { t } = useTranslation('transcripts')
  const hasSound = usePlayer((state) => state.hasSound)
  const time = formatClock(seconds)
  if (!hasSound) return <span className={styles['time']}>{time}</span>
  return (
    <button
      type="button"
      className={styles['time']}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t('row.play', { time })}
      onClick={() => playFrom(seconds)}
    >
      {time}
    </button>
  )
}

/** The speaker's name at the start of a turn. */
function Turn({ segment, speaker, speakers, suggestion, session, isTabStop }: Props) {
  return (
    <div className={styles['speaker']} style={{ color: speaker.colour }}>
      {session ? (
        <SpeakerMenu
          segment={segment}
          speaker={speaker}
          speakers={speakers}
          session={session}
          isTabStop={isTabStop}
          isTurn
        />
      ) : (
        speaker.name
      )}
      {session && suggestion ? (
        <SpeakerSuggestion speaker={speaker} name={suggestion} session={session} />
      ) : null}
    </div>
  )
}

function LineActions(props: Props & { session: EditSession }) {
  const { t } = useTranslation('transcripts')
  const { segment, speaker, speakers, session, isTurn, isTabStop } = props
  const start = formatClock(segment.start)
  return (
    <div className={styles['actions']}>
      <LineTool
        tabIndex={isTabStop ? 0 : -1}
        aria-label={t('row.edit', { time: start })}
        aria-keyshortcuts="F2"
        title={t('row.editHint')}
        onClick={() => openDraft(segment.id, segment.text)}
      >
        <Pencil size={14} />
      </LineTool>
      {isTurn ? null : (
        <SpeakerMenu
          segment={segment}
          speaker={speaker}
          speakers={speakers}
          session={session}
          isTabStop={isTabStop}
        />
      )}
    </div>
  )
}

/** Shown while lines that somebody else said are being selected. */
function ChoiceBox({ segment }: { segment: Segment }) {
  const { t } = useTranslation('transcripts')
  const isOffered = useEditing(({ choice }) => choice?.speakerId === segment.speaker_id)
  const isChosen = useEditing(({ choice }) => choice?.ids.has(segment.id) ?? false)
  if (!isOffered) return null
  return (
    <input
      type="checkbox"
      className={styles['choice']}
      aria-label={t('row.choose', { time: formatClock(segment.start) })}
      checked={isChosen}
      onChange={() => toggleChoice(segment.id)}
    />
  )
}

/** When the field closes, the focus returns to its line. */
function useFocusAfterEdit(row: React.RefObject<HTMLDivElement | null>, isEdited: boolean) {
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited && isUnfocused()) row.current?.focus({ preventScroll: true })
    wasEdited.current = isEdited
  }, [isEdited, row])
}

/** Leaves the focus alone if the person has moved it. */
const isUnfocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
