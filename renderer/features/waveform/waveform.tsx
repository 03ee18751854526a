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

/** A search match, shown below the waveform, or a marked moment, shown above it. */
export type Mark = { seconds: number; kind: 'find' } | NoteMark

type Props = {
  waveform: { peaks: number[][]; seconds_per_peak: number }
  duration: number
  position: number
  voices: readonly Voice[]
  marks: readonly Mark[]
  onSeek: (seconds: number) => void
}

const laneHeights = [56, 30]
/** Zooming in beyond half a minute per screen shows no more detail. */
const leastSeconds = 30
const mostZoom = 32

/** The waveform with speakers and the current position; a slider for seeking. */
export function Waveform(props: Props) {
  const { waveform, duration, position, voices, marks, onSeek } = props
  const bars = useMemo(() => toBars(waveform, duration, voices), [waveform, duration, voices])
  const notes = useMemo(() => marks.filter((mark) => mark.kind === 'note'), [marks])
  const [zoom, setZoom] = useState(1)
  const scroller = useRef<HTMLDivElement>(null)
  useFollowedScroll(scroller, position / duration, zoom)
  const lanes = Math.max(1, bars.lanes.length)
  const height = lanes * (laneHeights[lanes - 1] ?? 24)
  return (
    <div className={styles['frame']}>
      {/* The slider inside has the focus, and a browser scrolls it into view. */}
      <div ref={scroller} className={styles['scroller']}>
        <div className={styles['wide']} style={{ width: `${zoom * 100}%`, height }}>
          <Suspense fallback={<div className={styles['waiting']} style={{ height }} />}>
            <WaveCanvas bars={bars} duration={duration} height={height} />
          </Suspense>
          <div
            aria-hidden="true"
            className={styles['unplayed']}
            style={{ left: `${Math.min(1, position / duration) * 100}%` }}
          />
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

/** A native slider over the waveform, which pointers, keys and screen readers support natively. */
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

/** The slider's own step suits pointers; keys use the player's step instead. */
function seekByKey(event: KeyboardEvent, position: number, onSeek: (seconds: number) => void) {
  const seconds = keySeconds[event.key]
  if (seconds === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  onSeek(Math.max(0, position + seconds))
}

const mostMarks = 400

/** Where the search matches are; screen readers find them in the text. */
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
  // Only a long waveform has room for another zoom step.
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

/** Reserves space until the waveform has loaded. */
export const WaveformPlaceholder = () => (
  <div className={styles['waiting']} style={{ height: laneHeights[0] }} />
)

/**
 * The loudness of a recording over time; no data for recordings transcribed before it was stored.
 * @param isDrawn fetches only if true, because the waveform is created during transcription
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

/** The time under the pointer. */
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
