import { ActionIcon, NativeSelect, Switch } from '@mantine/core'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../ui/format.ts'
import styles from './player.module.css'
import { speeds } from './player-settings.ts'
import { listen, usePlayer } from './player-store.ts'

/** Offered if there is silence to skip; shows the time saved. */
export function SkipSilence() {
  const { t } = useTranslation('transcripts')
  const isOn = usePlayer((state) => state.skipsSilence)
  const silences = usePlayer((state) => state.silences)
  const saved = usePlayer((state) => Math.round(state.savedSeconds))
  if (silences.length === 0) return null
  const all = silences.reduce((sum, { start, end }) => sum + end - start, 0)
  return (
    <div className={styles['skip']}>
      <Switch
        size="xs"
        label={t('player.skipSilence')}
        title={t('player.silent', { length: formatLength(all) })}
        aria-keyshortcuts="s"
        checked={isOn}
        onChange={(event) => listen({ skipsSilence: event.currentTarget.checked })}
      />
      {isOn && saved > 0 ? (
        <span className={styles['saved']}>
          {t('player.saved', { length: formatLength(saved) })}
        </span>
      ) : null}
    </div>
  )
}

export function Volume() {
  const { t } = useTranslation('transcripts')
  const volume = usePlayer((state) => state.volume)
  const isMuted = usePlayer((state) => state.isMuted)
  const loudness = isMuted ? 0 : volume
  const Icon = loudness === 0 ? VolumeX : loudness < 0.5 ? Volume1 : Volume2
  return (
    <div className={styles['volume']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('player.mute')}
        aria-pressed={isMuted}
        onClick={() => listen({ isMuted: !isMuted })}
      >
        <Icon size={16} />
      </ActionIcon>
      <input
        type="range"
        aria-label={t('player.volume')}
        aria-valuetext={`${Math.round(loudness * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={loudness}
        onChange={(event) => {
          listen({ volume: Number(event.currentTarget.value), isMuted: false })
        }}
        className={styles['range']}
        style={{ '--share': `${loudness * 100}%` }}
      />
    </div>
  )
}

export function SpeedChoice() {
  const { t } = useTranslation('transcripts')
  const speed = usePlayer((state) => state.speed)
  return (
    <NativeSelect
      size="xs"
      aria-label={t('player.speed')}
      aria-keyshortcuts="< >"
      value={String(speed)}
      onChange={(event) => listen({ speed: Number(event.currentTarget.value) })}
      data={speeds.map((one) => ({ value: String(one), label: `${one.toLocaleString()}×` }))}
      className={styles['speed'] ?? ''}
    />
  )
}
