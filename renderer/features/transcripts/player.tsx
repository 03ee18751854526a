import { ActionIcon, NativeSelect } from '@mantine/core'
import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatClock } from '../../ui/format.ts'
import { usePlayerKeys } from './player-keys.ts'
import styles from './player.module.css'
import {
  attachPlayer,
  seekBy,
  seekTo,
  setSpeed,
  speeds,
  togglePlay,
  usePlayer,
} from './player-store.ts'

declare module 'react' {
  interface CSSProperties {
    /** How much of the recording lies behind, for the style sheet. */
    '--share'?: string
  }
}

type Props = { url: string; hasVideo: boolean; name: string; lengthSeconds: number | null }

/** Plays a recording with the browser's own decoder and our controls. Give it the url as its key. */
export function Player({ url, hasVideo, name, lengthSeconds }: Props) {
  const media = useRef<HTMLVideoElement>(null)
  usePlayerKeys()
  useEffect(() => (media.current ? attachPlayer(media.current) : undefined), [])
  return (
    <section aria-label="Player" className={styles['player']}>
      {/* The transcript beside it is the caption. A video element plays audio files as well. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={media}
        src={url}
        preload="metadata"
        playsInline
        aria-label={name}
        tabIndex={-1}
        className={hasVideo ? styles['video'] : styles['audio']}
        onClick={togglePlay}
      />
      <div className={styles['controls']}>
        <PlayButtons />
        <Timeline lengthSeconds={lengthSeconds} />
        <SpeedChoice />
      </div>
      <PlayerFailure />
    </section>
  )
}

function PlayButtons() {
  const isPlaying = usePlayer((state) => state.isPlaying)
  return (
    <div className={styles['buttons']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Back 10 seconds"
        onClick={() => seekBy(-10)}
      >
        <RotateCcw size={16} />
      </ActionIcon>
      <ActionIcon
        size="lg"
        radius="xl"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space k"
        onClick={togglePlay}
      >
        {isPlaying ? <Pause size={17} /> : <Play size={17} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="On 10 seconds"
        onClick={() => seekBy(10)}
      >
        <RotateCw size={16} />
      </ActionIcon>
    </div>
  )
}

function Timeline({ lengthSeconds }: { lengthSeconds: number | null }) {
  const position = usePlayer((state) => state.position)
  const known = usePlayer((state) => state.duration)
  const duration = known || lengthSeconds || 0
  const share = duration > 0 ? (position / duration) * 100 : 0
  return (
    <div className={styles['timeline']}>
      <span className={styles['clock']}>{formatClock(position)}</span>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${formatClock(position)} of ${formatClock(duration)}`}
        min={0}
        max={duration || 1}
        step={0.1}
        value={Math.min(position, duration || 1)}
        onChange={(event) => seekTo(Number(event.currentTarget.value))}
        className={styles['range']}
        style={{ '--share': `${share}%` }}
      />
      <span className={styles['clock']}>{formatClock(duration)}</span>
    </div>
  )
}

function SpeedChoice() {
  const speed = usePlayer((state) => state.speed)
  return (
    <NativeSelect
      size="xs"
      aria-label="Speed"
      value={String(speed)}
      onChange={(event) => setSpeed(Number(event.currentTarget.value))}
      data={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
      className={styles['speed'] ?? ''}
    />
  )
}

function PlayerFailure() {
  const failure = usePlayer((state) => state.failure)
  return failure ? (
    <p role="alert" className={styles['failure']}>
      {failure}
    </p>
  ) : null
}
