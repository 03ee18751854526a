import { useTranslation } from 'react-i18next'
import { EvidenceList } from './evidence-list.tsx'
import type { Theme } from './queries.ts'
import styles from './theme-list.module.css'

type Props = { themes: readonly Theme[]; projectId: string }

/** Themes with the number of recordings, and the moments that name them. */
export function ThemeList({ themes, projectId }: Props) {
  const { t } = useTranslation('insights')
  return (
    <ul className={styles['list']}>
      {themes.map((theme) => (
        <li key={theme.theme} className={styles['theme']}>
          <div className={styles['head']}>
            <strong>{theme.theme}</strong>
            <span className={styles['count']}>{t('recordings', { count: theme.frequency })}</span>
          </div>
          <EvidenceList projectId={projectId} evidence={theme.evidence} total={theme.frequency} />
        </li>
      ))}
    </ul>
  )
}
