import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type Tone = 'ok' | 'busy' | 'warn' | 'bad' | 'quiet'

/** A short state in words; the colour only repeats them. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>
}
