import { Play } from 'lucide-react'
import { formatClock } from '../../ui/format.ts'
import styles from './evidence-chips.module.css'

/** Where a segment begins, in seconds, and who speaks in it. */
export type Moment = { start: number; speaker: string }

type Props = { moments: readonly Moment[]; onSeek: (seconds: number) => void }

/** Places in the recording that support a statement; each plays from there. */
export function EvidenceChips({ moments, onSeek }: Props) {
  return moments.map(({ start, speaker }) => (
    <button
      key={`${start} ${speaker}`}
      type="button"
      className={styles['chip']}
      title={`Play this moment: ${speaker}`}
      aria-label={`Play this moment: ${formatClock(start)}, ${speaker}`}
      onClick={() => onSeek(start)}
    >
      <Play size={9} aria-hidden="true" fill="currentColor" /> {formatClock(start)}
    </button>
  ))
}

/** Stands behind what was written without a place in the recording. */
export const NotFound = () => <span className={styles['notFound']}>not found in the recording</span>
