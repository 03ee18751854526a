import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A bordered surface; `flush` lets tables and lists touch its edges. */
export function Panel({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <div className={`${styles['panel']} ${flush ? '' : styles['padded']}`}>{children}</div>
}
