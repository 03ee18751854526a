import { Equal, Sparkle, TrendingDown, TrendingUp } from 'lucide-react'
import { countOf } from '../../ui/format.ts'
import { EvidenceLinks } from './evidence-links.tsx'
import type { Theme } from './queries.ts'
import styles from './theme-list.module.css'

const trends = {
  rising: { label: 'Rising', Icon: TrendingUp },
  falling: { label: 'Falling', Icon: TrendingDown },
  stable: { label: 'Stable', Icon: Equal },
  new: { label: 'New', Icon: Sparkle },
} as const

type Props = { themes: readonly Theme[]; projectId: string }

/** What comes up, in how many recordings, how that changed, and where. */
export function ThemeList({ themes, projectId }: Props) {
  return (
    <ul className={styles['list']}>
      {themes.map((theme) => (
        <li key={theme.theme} className={styles['theme']}>
          <div className={styles['head']}>
            <strong>{theme.theme}</strong>
            <span className={styles['count']}>{countOf(theme.frequency, 'recording')}</span>
            <Trend theme={theme} />
          </div>
          <EvidenceLinks projectId={projectId} evidence={theme.evidence} total={theme.frequency} />
        </li>
      ))}
    </ul>
  )
}

function Trend({ theme: { trend, previous_frequency: before } }: { theme: Theme }) {
  const { label, Icon } = trends[trend]
  return (
    <span className={styles['trend']}>
      <Icon size={14} aria-hidden="true" /> {label}
      {trend === 'new' ? '' : `, ${before} before`}
    </span>
  )
}
