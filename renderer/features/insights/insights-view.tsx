import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format.ts'
import { Figures } from './figures.tsx'
import { InsightsDetail } from './insights-detail.tsx'
import type { Insights } from './queries.ts'
import { daysOf, statementsOf, type Shown } from './statements.ts'
import { ThemeShares } from './theme-shares.tsx'
import styles from './insights-view.module.css'

/** One screen of figures and statements; each opens the moments that it comes from. */
export function InsightsView({ insights }: { insights: Insights }) {
  const { t } = useTranslation('insights')
  const [shown, setShown] = useState<Shown | null>(null)
  const detailId = useId()
  const { result } = insights
  const opens = { shown, detailId, onShow: setShown }
  return (
    <>
      <p className={styles['facts']}>
        {t('facts', {
          recordings: t('recordings', { count: insights.content_analyzed }),
          days: daysOf(insights),
          made: formatDateTime(insights.completed_at),
        })}
      </p>
      {insights.content_analyzed === 0 ? (
        <p className={styles['nothing']}>{t('nothing')}</p>
      ) : (
        <>
          <Figures result={result} {...opens} />
          <div className={styles['beside']}>
            <section>
              <h2>{t('themes.title')}</h2>
              <ThemeShares result={result} {...opens} />
            </section>
            <Statements result={result} {...opens} />
          </div>
        </>
      )}
      <div id={detailId}>
        {shown ? (
          <Opened
            key={`${shown.detail} ${shown.theme ?? ''}`}
            shown={shown}
            insights={insights}
            onShow={setShown}
          />
        ) : null}
      </div>
    </>
  )
}

type StatementsProps = {
  result: Insights['result']
  shown: Shown | null
  detailId: string
  onShow: (shown: Shown) => void
}

function Statements({ result, shown, detailId, onShow }: StatementsProps) {
  const { t } = useTranslation('insights')
  const statements = statementsOf(result)
  if (statements.length === 0) return null
  return (
    <section>
      <h2>{t('said.title')}</h2>
      <ul className={styles['statements']}>
        {statements.map(({ detail, text }) => (
          <li key={text}>
            <button
              type="button"
              className={styles['statement']}
              aria-expanded={shown?.detail === detail}
              aria-controls={detailId}
              onClick={() => onShow({ detail })}
            >
              <span>{text}</span>
              <ChevronRight size={15} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type OpenedProps = { shown: Shown; insights: Insights; onShow: (shown: Shown) => void }

/** What was opened is read on from its heading. */
function Opened({ shown, insights, onShow }: OpenedProps) {
  const { t } = useTranslation('insights')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { before } = insights.result
  return (
    <section className={styles['detail']}>
      <h2 ref={heading} tabIndex={-1}>
        {t(`details.${shown.detail}`, { days: before ? daysOf(before) : '' })}
      </h2>
      <InsightsDetail shown={shown} insights={insights} onShow={onShow} />
    </section>
  )
}
