import styles from './progress-bar.module.css'

/** Progress from 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return <progress aria-label={label} max={100} value={percent} className={styles['bar']} />
}
