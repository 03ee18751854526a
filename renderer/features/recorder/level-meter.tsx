import styles from './level-meter.module.css'

/** How loud a track is, from 0 to 1. */
export function LevelMeter({ label, level }: { label: string; level: number }) {
  return (
    <div className={styles['row']}>
      <span className={styles['label']} aria-hidden="true">
        {label}
      </span>
      <meter aria-label={label} min={0} max={1} value={level} className={styles['meter']} />
    </div>
  )
}
