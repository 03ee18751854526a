import { ActionIcon } from '@mantine/core'
import { ZoomIn, ZoomOut } from 'lucide-react'
import {
  Suspense,
  lazy,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { toBars, type Voice } from './bars.ts'
import { NoteMarks, type NoteMark } from './note-marks.tsx'
import { useFollowedScroll } from './use-followed-scroll.ts'
import styles from './waveform.module.css'
import { useQuery } from '@tanstack/react-query'
import { getWaveform } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

const WaveCanvas = lazy(async () => ({ default: (await import('./wave-canvas.tsx')).WaveCanvas }))

/** A moment that stands out below the picture, and one that somebody marked, above it. */
export type Mark = { seconds: number; kind: 'find' } | NoteMark

type Props = {
  waveform: { peaks: number[][]; seconds_per_peak: number }
  /** Null until it is there. */
  media: HTMLMediaElement | null
  duration: number
  position: number
  voices: readonly Voice[]
  marks: readonly Mark[]
  onSeek: (seconds: number) => void
}

const laneHeights = [56, 30]
/** Closer than half a minute across the page there is nothing more to see. */
const leastSeconds = 30
const mostZoom = 32

/** The recording at a glance: where somebody speaks, the current position, and a way to seek. */
export function Waveform(props: Props) {
  const { waveform, media, duration, position, voices, marks, onSeek } = props
  const bars = useMemo(() => toBars(waveform, duration, voices), [waveform, duration, voices])
  const notes = useMemo(() => marks.filter((mark) => mark.kind === 'note'), [marks])
  const [zoom, setZoom] = useState(1)
  const scroller = useRef<HTMLDivElement>(null)
  useFollowedScroll(scroller, position / duration, zoom)
  const lanes = Math.max(1, bars.lanes.length)
  const height = lanes * (laneHeights[lanes - 1] ?? 24)
  return (
    <div className={styles['frame']}>
      {/* The field inside is what is focused, and a browser scrolls it into view. */}
      <div ref={scroller} className={styles['scroller']}>
        <div className={styles['wide']} style={{ width: `${zoom * 100}%`, height }}>
          {media ? (
            <Suspense fallback={<div className={styles['waiting']} style={{ height }} />}>
              <WaveCanvas media={media} bars={bars} duration={duration} height={height} />
            </Suspense>
          ) : null}
          <FoundMarks marks={marks} duration={duration} />
          <HoverTime duration={duration}>
            <PositionField {...props} />
          </HoverTime>
          <NoteMarks marks={notes} duration={duration} onSeek={onSeek} />
        </div>
      </div>
      <Zoom zoom={zoom} most={Math.min(mostZoom, duration / leastSeconds)} onZoom={setZoom} />
    </div>
  )
}

/** A native slider over the picture: pointers, keys and screen readers know what it is. */
function PositionField({ position, duration, onSeek }: Props) {
  const { t } = useTranslation('waveform')
  return (
    <input
      type="range"
      className={styles['position']}
      aria-label={t('position')}
      aria-valuetext={t('positionOf', {
        position: formatClock(position),
        duration: formatClock(duration),
      })}
      min={0}
      max={duration}
      step={0.05}
      value={Math.min(position, duration)}
      onChange={(event) => onSeek(Number(event.currentTarget.value))}
      onKeyDown={(event) => seekByKey(event, position, onSeek)}
    />
  )
}

const keySeconds: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
}

/** The field's own step is as fine as a pointer needs it; keys take the player's. */
function seekByKey(event: KeyboardEvent, position: number, onSeek: (seconds: number) => void) {
  const seconds = keySeconds[event.key]
  if (seconds === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  onSeek(Math.max(0, position + seconds))
}

const mostMarks = 400

/** Where the found words are; screen readers get them from the text. */
function FoundMarks({ marks, duration }: Pick<Props, 'marks' | 'duration'>) {
  return marks
    .filter(({ kind }) => kind === 'find')
    .slice(0, mostMarks)
    .map(({ seconds }, at) => (
      <i
        key={at}
        aria-hidden="true"
        className={styles['mark']}
        style={{ left: `${(seconds / duration) * 100}%` }}
      />
    ))
}

type ZoomProps = { zoom: number; most: number; onZoom: (zoom: number) => void }

function Zoom({ zoom, most, onZoom }: ZoomProps) {
  const { t } = useTranslation('waveform')
  // Room for one step more is only where the picture is long.
  useEffect(() => {
    if (zoom > 1 && zoom > most) onZoom(1)
  }, [zoom, most, onZoom])
  if (most < 2) return null
  return (
    <div className={styles['zoom']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('zoomOut')}
        title={t('zoomOut')}
        disabled={zoom <= 1}
        onClick={() => onZoom(zoom / 2)}
      >
        <ZoomOut size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('zoomIn')}
        title={t('zoomIn')}
        disabled={zoom * 2 > most}
        onClick={() => onZoom(zoom * 2)}
      >
        <ZoomIn size={14} />
      </ActionIcon>
    </div>
  )
}

/** Keeps its room until it is known. */
export const WaveformPlaceholder = () => (
  <div className={styles['waiting']} style={{ height: laneHeights[0] }} />
)

/**
 * How loud a recording is from end to end; no data where it was transcribed before these were kept.
 * @param isDrawn asked for only then: it comes with the transcription
 */
export const useWaveform = ({ projectId, contentId }: ContentRef, isDrawn: boolean) =>
  useQuery({
    queryKey: ['waveform', projectId, contentId],
    queryFn: async ({ signal }) =>
      (await getWaveform({ path: { projectId, contentId }, signal })).data,
    enabled: isDrawn,
    staleTime: Infinity,
  })

type HoverTimeProps = { duration: number; children: ReactNode }

/** What time it is under the pointer. */
function HoverTime({ duration, children }: HoverTimeProps) {
  const [share, setShare] = useState<number | null>(null)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setShare(Math.min(1, Math.max(0, (event.clientX - left) / width)))
  }
  return (
    <div className={styles['layer']} onPointerMove={follow} onPointerLeave={() => setShare(null)}>
      {children}
      {share === null ? null : (
        <div
          aria-hidden="true"
          className={styles['hover']}
          data-side={share > 0.9 ? 'left' : 'right'}
          style={{ left: `${share * 100}%` }}
        >
          <span className={styles['time']}>{formatClock(share * duration)}</span>
        </div>
      )}
    </div>
  )
}
