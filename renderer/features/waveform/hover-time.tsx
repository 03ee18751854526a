import { useState, type PointerEvent, type ReactNode } from 'react'
import { formatClock } from '../../ui/format.ts'
import styles from './waveform.module.css'

type Props = { duration: number; children: ReactNode }

/** What time it is under the pointer. */
export function HoverTime({ duration, children }: Props) {
  const [share, setShare] = useState<number | null>(null)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setShare(Math.min(1, Math.max(0, (event.clientX - left) / width)))
  }
  return (
    <div className={styles['layer']} onPointerMove={follow} onPointerLeave={() => setShare(null)}>
      {children}
      {share === null ? null : (
        <div
          aria-hidden="true"
          className={styles['hover']}
          data-side={share > 0.9 ? 'left' : 'right'}
          style={{ left: `${share * 100}%` }}
        >
          <span className={styles['time']}>{formatClock(share * duration)}</span>
        </div>
      )}
    </div>
  )
}
