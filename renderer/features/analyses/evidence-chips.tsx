import { formatClock } from '../../ui/format.ts'
import styles from './evidence-chips.module.css'

type Props = { times: readonly number[]; onSeek: (seconds: number) => void }

/** Places in the recording that support a statement; each plays from there. */
export function EvidenceChips({ times, onSeek }: Props) {
  return times.map((seconds) => (
    <button
      key={seconds}
      type="button"
      className={styles['chip']}
      aria-label={`Hear it at ${formatClock(seconds)}`}
      onClick={() => onSeek(seconds)}
    >
      {formatClock(seconds)}
    </button>
  ))
}
