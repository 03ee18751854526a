import { ActionIcon } from '@mantine/core'
import { Keyboard, Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { openShortcuts } from '../../ui/shortcuts.ts'
import { usePlayerKeys } from './player-keys.ts'
import { SkipSilence, SpeedChoice, Volume } from './player-options.tsx'
import styles from './player.module.css'
import { attachPlayer, seekBy, seekTo, togglePlay, usePlayer } from './player-store.ts'
import { usePlayerShortcuts } from './use-player-shortcuts.ts'

declare module 'react' {
  interface CSSProperties {
    /** The share already played, for the style sheet. */
    '--share'?: string
  }
}

type Props = {
  contentId: string
  url: string
  hasVideo: boolean
  name: string
  lengthSeconds: number | null
  /** Whether to resume at the last position. */
  resumes: boolean
  hasTranscript: boolean
  /** The waveform that replaces the plain slider. */
  children: ReactNode
}

/** Plays a recording with the browser's decoder and our own controls. Use the URL as its key. */
export function Player({ contentId, url, hasVideo, name, lengthSeconds, ...props }: Props) {
  const { t } = useTranslation('transcripts')
  const media = useRef<HTMLVideoElement>(null)
  const failure = usePlayer((state) => state.failure)
  usePlayerKeys()
  usePlayerShortcuts()
  const attach = useEffectEvent((element: HTMLMediaElement) =>
    attachPlayer(element, { contentId, resumes: props.resumes }),
  )
  useEffect(() => (media.current ? attach(media.current) : undefined), [])
  return (
    <section aria-label={t('player.name')} className={styles['player']}>
      {/* The transcript beside it serves as captions. A video element also plays audio files. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={media}
        src={url}
        // In the desktop app, the sound comes from a different origin than the page.
        crossOrigin="anonymous"
        preload="metadata"
        playsInline
        aria-label={name}
        tabIndex={-1}
        className={hasVideo ? styles['video'] : styles['audio']}
        onClick={togglePlay}
      />
      {failure === 'unsupported' ? null : (
        <>
          {props.children}
          <div className={styles['controls']}>
            <PlayButtons />
            <Timeline lengthSeconds={lengthSeconds} isPlain={!props.children} />
            <div className={styles['options']}>
              <SkipSilence />
              <Volume />
              <SpeedChoice />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('player.shortcuts')}
                aria-keyshortcuts="?"
                title={t('player.shortcutsHint')}
                onClick={openShortcuts}
              >
                <Keyboard size={16} />
              </ActionIcon>
            </div>
          </div>
        </>
      )}
      <PlayerFailure failure={failure} hasTranscript={props.hasTranscript} />
    </section>
  )
}

function PlayButtons() {
  const { t } = useTranslation('transcripts')
  const isPlaying = usePlayer((state) => state.isPlaying)
  return (
    <div className={styles['buttons']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('player.back')}
        aria-keyshortcuts="j"
        title={`${t('player.back')} (J)`}
        onClick={() => seekBy(-10)}
      >
        <RotateCcw size={16} />
      </ActionIcon>
      <ActionIcon
        size="lg"
        radius="xl"
        aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        aria-keyshortcuts="Space k"
        onClick={togglePlay}
      >
        {isPlaying ? <Pause size={17} /> : <Play size={17} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('player.on')}
        aria-keyshortcuts="l"
        title={`${t('player.on')} (L)`}
        onClick={() => seekBy(10)}
      >
        <RotateCw size={16} />
      </ActionIcon>
    </div>
  )
}

/** The current position and, without a waveform, a slider for seeking. */
function Timeline({ lengthSeconds, isPlain }: { lengthSeconds: number | null; isPlain: boolean }) {
  const { t } = useTranslation('transcripts')
  const position = usePlayer((state) => state.position)
  const known = usePlayer((state) => state.duration)
  const duration = known || lengthSeconds || 0
  const share = duration > 0 ? (position / duration) * 100 : 0
  const clocks = { position: formatClock(position), duration: formatClock(duration) }
  return (
    <div className={isPlain ? styles['timeline'] : styles['clocks']}>
      <span className={styles['clock']}>{clocks.position}</span>
      {isPlain ? (
        <input
          type="range"
          aria-label={t('player.position')}
          aria-valuetext={t('player.positionOf', clocks)}
          min={0}
          max={duration || 1}
          step={0.1}
          value={Math.min(position, duration || 1)}
          onChange={(event) => seekTo(Number(event.currentTarget.value))}
          className={styles['range']}
          style={{ '--share': `${share}%` }}
        />
      ) : (
        <span className={styles['clock']}>/</span>
      )}
      <span className={styles['clock']}>{clocks.duration}</span>
    </div>
  )
}

type FailureProps = Pick<Props, 'hasTranscript'> & {
  failure: ReturnType<typeof usePlayer.getState>['failure']
}

function PlayerFailure({ failure, hasTranscript }: FailureProps) {
  const { t } = useTranslation('transcripts')
  if (!failure) return null
  return (
    <p role="alert" className={styles['failure']}>
      {t(`playerFailures.${failure}`)}{' '}
      {failure === 'unsupported' && hasTranscript ? t('playerFailures.readable') : null}
    </p>
  )
}
