import { useTranslation } from 'react-i18next'
import { talkShares } from './plot-data.ts'
import { Plot } from './plot.tsx'
import type { Insights } from './queries.ts'
import styles from './insights-view.module.css'

/** Who of the people with a name spoke how much. */
export function TalkShares({ talk }: { talk: Insights['result']['talk'] }) {
  const { t } = useTranslation('insights')
  if (talk.length === 0) return <p className={styles['none']}>{t('talk.none')}</p>
  if (talk.every(({ speaker }) => speaker === null)) {
    return <p className={styles['none']}>{t('talk.noNames')}</p>
  }
  return <Plot data={talkShares(talk)} />
}
