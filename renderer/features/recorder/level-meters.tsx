import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLevels } from './elapsed-time.tsx'
import styles from './level-meter.module.css'

/** Choice: a level below -54 dB for this long means that the microphone picks up nothing. */
const silentLevel = 0.1
const silentMs = 8_000

/** How loud both tracks are. */
export function LevelMeters({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('recorder')
  const { microphone, computer } = useLevels()
  return (
    <div className={styles['meters']}>
      <LevelMeter label={t('live.microphone')} level={isPaused ? 0 : microphone} />
      {computer === null ? null : (
        <LevelMeter label={t('live.computer')} level={isPaused ? 0 : computer} />
      )}
    </div>
  )
}

/** Warns when the microphone picks up nothing. */
export function SilenceNote({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('recorder')
  const { microphone } = useLevels()
  const isSilent = useIsSilent(isPaused ? 1 : microphone)
  return <output className={styles['silent']}>{isSilent ? t('live.silent') : null}</output>
}

function useIsSilent(level: number): boolean {
  const lastSoundAt = useRef(0)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    const now = performance.now()
    if (lastSoundAt.current === 0 || level > silentLevel) lastSoundAt.current = now
    setSilent(now - lastSoundAt.current > silentMs)
  }, [level])
  return isSilent
}

/** How loud a track is, from 0 to 1. */
function LevelMeter({ label, level }: { label: string; level: number }) {
  return (
    <div className={styles['row']}>
      <span className={styles['label']} aria-hidden="true">
        {label}
      </span>
      <meter aria-label={label} min={0} max={1} value={level} className={styles['meter']} />
    </div>
  )
}
