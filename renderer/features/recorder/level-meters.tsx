import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LevelMeter } from './level-meter.tsx'
import styles from './record.module.css'
import { useLevels } from './use-elapsed.ts'

/** Choice: quieter than -54 dB for this long is a microphone that picks up nothing. */
const silentLevel = 0.1
const silentMs = 8_000

/** Both tracks, and a word when the microphone picks up nothing. */
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
