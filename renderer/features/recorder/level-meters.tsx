import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './record.module.css'
import { useLevels } from './elapsed-time.tsx'
import levelMeterStyles from './level-meter.module.css'

/** Choice: a level below -54 dB for this long means that the microphone picks up nothing. */
const silentLevel = 0.1
const silentMs = 8_000

/** Level meters for both tracks, and a warning when the microphone picks up nothing. */
export function LevelMeters({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('recorder')
  const { microphone, computer } = useLevels()
  const isSilent = useIsSilent(isPaused ? 1 : microphone)
  return (
    <div className={styles['meters']}>
      <LevelMeter label={t('live.microphone')} level={isPaused ? 0 : microphone} />
      {computer === null ? null : (
        <LevelMeter label={t('live.computer')} level={isPaused ? 0 : computer} />
      )}
      <output className={styles['silent']}>{isSilent ? t('live.silent') : null}</output>
    </div>
  )
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
    <div className={levelMeterStyles['row']}>
      <span className={levelMeterStyles['label']} aria-hidden="true">
        {label}
      </span>
      <meter
        aria-label={label}
        min={0}
        max={1}
        value={level}
        className={levelMeterStyles['meter']}
      />
    </div>
  )
}
