import { Equal, Sparkle, TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EvidenceLinks } from './evidence-links.tsx'
import type { Theme } from './queries.ts'
import styles from './theme-list.module.css'

const icons = { rising: TrendingUp, falling: TrendingDown, stable: Equal, new: Sparkle } as const

type Props = { themes: readonly Theme[]; projectId: string }

/** Themes with the number of recordings, the change, and the sources. */
export function ThemeList({ themes, projectId }: Props) {
  const { t } = useTranslation('insights')
  return (
    <ul className={styles['list']}>
      {themes.map((theme) => (
        <li key={theme.theme} className={styles['theme']}>
          <div className={styles['head']}>
            <strong>{theme.theme}</strong>
            <span className={styles['count']}>{t('recordings', { count: theme.frequency })}</span>
            <Trend theme={theme} />
          </div>
          <EvidenceLinks projectId={projectId} evidence={theme.evidence} total={theme.frequency} />
        </li>
      ))}
    </ul>
  )
}

function Trend({ theme: { trend, previous_frequency: count } }: { theme: Theme }) {
  const { t } = useTranslation('insights')
  const Icon = icons[trend]
  const name = t(`trends.${trend}`)
  return (
    <span className={styles['trend']}>
      <Icon size={14} aria-hidden="true" />{' '}
      {trend === 'new' ? name : t('trends.before', { trend: name, count })}
    </span>
  )
}
