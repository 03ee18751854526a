import { Button } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { ArrowDownToLine } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from 'earshot/client'
import { formatClock } from '../../ui/format.ts'
import type { EditSession } from './edit-session.ts'
import { useEditing } from './edit-store.ts'
import type { Matches } from './find-matches.ts'
import { notedOverlaps } from './noted-overlaps.ts'
import { usePlayer } from './player-store.ts'
import { rowKeys, useWayToRows } from './row-keys.ts'
import { indexAt } from './segment-parts.ts'
import { SegmentRow } from './segment-row.tsx'
import { firstLines, speakerLooks } from './speakers.ts'
import styles from './segment-list.module.css'

type Props = {
  transcript: Transcript
  matches: Matches
  foundSegment: number | null
  foundMatch: number
  showsUnsure: boolean
  session: EditSession | null
  /** The second to begin at. */
  beginAt?: number | null
  /** Called with the second at the top when the list goes. */
  onLeave?: (seconds: number) => void
}

const noMatches: [] = []
const noOverlaps: [] = []

/** Segments, virtualized so that a ten-hour recording scrolls like a short one. */
export function SegmentList(props: Props) {
  const { transcript, matches, foundSegment, foundMatch, showsUnsure, session } = props
  const { beginAt, onLeave } = props
  const { t } = useTranslation('transcripts')
  const { segments, speakers } = transcript
  const scroller = useRef<HTMLDivElement>(null)
  const lookOf = useMemo(() => speakerLooks({ speakers }), [speakers])
  const suggestions = useMemo(() => firstLines({ segments, speakers }), [segments, speakers])
  const overlaps = useMemo(() => notedOverlaps(segments), [segments])
  const current = usePlayer(({ position }) => indexAt(segments, position))
  const pinned = usePinned(transcript)
  // Stable until the lines change: a new function would lay out every row again.
  const keyOf = useCallback((index: number) => segments[index]?.id ?? index, [segments])
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized here
  const rows = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8,
    getItemKey: keyOf,
    // While a recording is transcribed lines are added, also above: what is being read stays in place.
    anchorTo: 'end',
    rangeExtractor: (range) => withPinned(range, pinned),
  })
  const follow = useFollow(current, (index) => rows.scrollToIndex(index, { align: 'center' }))
  useEffect(() => {
    if (foundSegment !== null) rows.scrollToIndex(foundSegment, { align: 'center' })
  }, [foundSegment, foundMatch, rows])
  const firstShown = rows.range?.startIndex ?? 0
  const leave = useEffectEvent(() => onLeave?.(segments[firstShown]?.start ?? 0))
  useEffect(() => () => leave(), [])
  const begin = useEffectEvent((seconds: number) =>
    rows.scrollToIndex(indexAt(segments, seconds), { align: 'start' }),
  )
  useEffect(() => {
    if (beginAt) begin(beginAt)
  }, [beginAt])
  const items = rows.getVirtualItems()
  // All times are as wide as the last one: past an hour they have another part.
  const timeWidth = formatClock(segments.at(-1)?.start ?? 0).length
  const tabStop = pinned[0] ?? firstShown
  useWayToRows(pinned[0] ?? Math.max(current, firstShown), { segments, show: rows.scrollToIndex })
  return (
    <div className={styles['frame']}>
      {/* Scrolling by hand, with any device, stops the transcript from following playback. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={scroller}
        className={styles['scroller']}
        style={{ '--time-width': `${timeWidth}ch` }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
        tabIndex={0}
        aria-label={t('text')}
        onWheel={follow.stop}
        onTouchMove={follow.stop}
        // A click outside the rows is on the scroll bar.
        onPointerDown={(event) => {
          if (event.target === event.currentTarget) follow.stop()
        }}
        onKeyDown={(event) => {
          rowKeys(event, { segments, canEdit: session !== null, show: rows.scrollToIndex })
          follow.onKey(event)
        }}
      >
        <div className={styles['space']} style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const segment = segments[index]
            if (!segment) return null
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={styles['place']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <SegmentRow
                  segment={segment}
                  speaker={lookOf(segment)}
                  speakers={speakers}
                  overlaps={overlaps.get(segment.id) ?? noOverlaps}
                  suggestion={suggestions.get(segment.id)?.name ?? null}
                  isTurn={segments[index - 1]?.speaker_id !== segment.speaker_id}
                  isCurrent={index === current}
                  isTabStop={index === tabStop}
                  matches={matches.bySegment.get(index) ?? noMatches}
                  isFound={index === foundSegment}
                  showsUnsure={showsUnsure}
                  session={session}
                />
              </div>
            )
          })}
        </div>
      </section>
      {follow.isStopped ? <ResumeButton onResume={follow.resume} /> : null}
    </div>
  )
}

/** Rows that stay rendered at any scroll position: the focused one and the one being edited. */
function usePinned({ segments }: Transcript): readonly number[] {
  const activeId = useEditing((state) => state.activeId)
  const editedId = useEditing((state) => state.draft?.segmentId)
  return useMemo(() => {
    const wanted = [activeId, editedId].filter((id) => id !== undefined && id !== null)
    return wanted
      .map((id) => segments.findIndex((segment) => segment.id === id))
      .filter((index) => index >= 0)
  }, [segments, activeId, editedId])
}

function withPinned(range: Range, pinned: readonly number[]): number[] {
  const seen = defaultRangeExtractor(range)
  return [...new Set([...seen, ...pinned])].toSorted((a, b) => a - b)
}

declare module 'react' {
  interface CSSProperties {
    /** The width of the transcript's longest time. */
    '--time-width'?: string
  }
}

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/** Keeps the current line in view until the reader scrolls; a button resumes it. */
function useFollow(current: number, show: (index: number) => void) {
  const isPlaying = usePlayer((state) => state.isPlaying)
  const isEditing = useEditing(({ draft }) => draft !== null)
  const jumps = usePlayer((state) => state.jumps)
  const [leftAt, setLeftAt] = useState<number | null>(null)
  // Seeking means that the listener wants to read there.
  const hasLeft = leftAt === jumps
  const showNow = useEffectEvent(show)
  useEffect(() => {
    // While a line is being corrected and replayed, the text must not scroll away.
    if (!hasLeft && !isEditing && current >= 0) showNow(current)
  }, [current, hasLeft, isEditing])
  const stop = () => {
    if (isPlaying) setLeftAt(jumps)
  }
  return {
    isStopped: hasLeft,
    stop,
    onKey: ({ key }: { key: string }) => {
      if (scrollKeys.has(key)) stop()
    },
    resume: () => setLeftAt(null),
  }
}

function ResumeButton({ onResume }: { onResume: () => void }) {
  const { t } = useTranslation('transcripts')
  return (
    <div className={styles['resume']}>
      <Button size="xs" leftSection={<ArrowDownToLine size={14} />} onClick={onResume}>
        {t('follow')}
      </Button>
    </div>
  )
}
