import { useTranslation } from 'react-i18next'
import type { Insights } from './queries.ts'
import { sharedThemes, type Shown } from './statements.ts'
import styles from './theme-shares.module.css'

/** Choice: as many as are read at a glance; the figure of themes opens all. */
const most = 6

type Props = {
  result: Insights['result']
  shown: Shown | null
  detailId: string
  onShow: (shown: Shown | null) => void
}

/** The themes that most recordings have; each opens the moments that name it. */
export function ThemeShares({ result, shown, detailId, onShow }: Props) {
  const { t } = useTranslation('insights')
  const all = result.totals.recordings
  const themes = sharedThemes(result).slice(0, most)
  if (themes.length === 0) return <p className={styles['none']}>{t('themes.noneShared')}</p>
  return (
    <ul className={styles['themes']}>
      {themes.map(({ theme, frequency: count }) => {
        const isShown = shown?.theme === theme
        return (
          <li key={theme}>
            <button
              type="button"
              className={styles['theme']}
              aria-expanded={isShown}
              aria-controls={detailId}
              onClick={() => onShow(isShown ? null : { detail: 'themes', theme })}
            >
              <span className={styles['name']}>{theme}</span>
              <span className={styles['track']} aria-hidden="true">
                <span style={{ width: `${(100 * count) / all}%` }} />
              </span>
              <span className={styles['count']}>{t('themes.share', { count, all })}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
