import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownToLine } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Transcript } from '../../api/types.ts'
import type { Matches } from './find-matches.ts'
import { usePlayer } from './player-store.ts'
import { indexAt } from './segment-parts.ts'
import { SegmentRow } from './segment-row.tsx'
import { speakerLooks } from './speakers.ts'
import styles from './segment-list.module.css'

type Props = {
  transcript: Transcript
  matches: Matches
  foundSegment: number | null
  foundMatch: number
}

const noMatches: [] = []

/** Segments, drawn only where they are seen, so that a ten-hour recording scrolls as a short one. */
export function SegmentList({ transcript, matches, foundSegment, foundMatch }: Props) {
  const { segments } = transcript
  const scroller = useRef<HTMLDivElement>(null)
  const lookOf = useMemo(() => speakerLooks(transcript), [transcript])
  const current = usePlayer(({ position }) => indexAt(segments, position))
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized here
  const rows = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8,
    getItemKey: (index) => segments[index]?.id ?? index,
  })
  const follow = useFollow(current, (index) => rows.scrollToIndex(index, { align: 'center' }))
  useEffect(() => {
    if (foundSegment !== null) rows.scrollToIndex(foundSegment, { align: 'center' })
  }, [foundSegment, foundMatch, rows])
  return (
    <div className={styles['frame']}>
      {/* Scrolling by hand, with any device, is what stops the following. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={scroller}
        className={styles['scroller']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
        tabIndex={0}
        aria-label="Transcript text"
        onWheel={follow.stop}
        onTouchMove={follow.stop}
        onKeyDown={follow.onKey}
      >
        <div className={styles['space']} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
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
                  isTurn={segments[index - 1]?.speaker !== segment.speaker}
                  isCurrent={index === current}
                  matches={matches.bySegment.get(index) ?? noMatches}
                  isFound={index === foundSegment}
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

const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/** Keeps what is being said in view, until the reader scrolls; a button takes it up again. */
function useFollow(current: number, show: (index: number) => void) {
  const isPlaying = usePlayer((state) => state.isPlaying)
  const [hasLeft, setLeft] = useState(false)
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (!hasLeft && current >= 0) showNow(current)
  }, [current, hasLeft])
  const stop = () => {
    if (isPlaying) setLeft(true)
  }
  return {
    isStopped: hasLeft,
    stop,
    onKey: ({ key }: { key: string }) => {
      if (scrollKeys.has(key)) stop()
    },
    resume: () => setLeft(false),
  }
}

function ResumeButton({ onResume }: { onResume: () => void }) {
  return (
    <div className={styles['resume']}>
      <Button size="xs" leftSection={<ArrowDownToLine size={14} />} onClick={onResume}>
        Follow playback
      </Button>
    </div>
  )
}
