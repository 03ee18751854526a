import { useTranslation } from 'react-i18next'
import { formatLength, formatNumber } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import { sharedThemes, type Detail, type Shown } from './statements.ts'
import styles from './figures.module.css'

/** What changed is no figure: it is a statement. */
type Figure = { detail: Exclude<Detail, 'changes'>; value: string; label: string }

type Props = {
  result: Insights['result']
  shown: Shown | null
  detailId: string
  onShow: (shown: Shown | null) => void
}

/** The few figures that matter; each opens what it stands for. */
export function Figures({ result, shown, detailId, onShow }: Props) {
  const { t } = useTranslation('insights')
  const figures = figuresOf(result, t)
  return (
    <ul className={styles['figures']}>
      {figures.map(({ detail, value, label }) => {
        const isShown = shown?.detail === detail && shown.theme === undefined
        return (
          <li key={detail}>
            <button
              type="button"
              aria-expanded={isShown}
              aria-controls={detailId}
              onClick={() => onShow(isShown ? null : { detail })}
            >
              <strong>{value}</strong>
              <span>{label}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type T = ReturnType<typeof useTranslation<'insights'>>['t']
type Totals = Insights['result']['totals']

function figuresOf(result: Insights['result'], t: T): Figure[] {
  const { totals } = result
  const figure = (
    detail: Exclude<Figure['detail'], 'tone'>,
    count: number,
    format = formatNumber,
  ): Figure => ({ detail, value: format(count), label: t(`figures.${detail}`, { count }) })
  const { tone, count } = mostCommonTone(totals)
  const all = judged(totals)
  return [
    figure('time', totals.recordings),
    figure('talk', totals.talk_seconds, formatLength),
    figure('themes', sharedThemes(result).length),
    figure('tasks', totals.action_items),
    ...(totals.objections > 0 ? [figure('objections', totals.objections)] : []),
    figure('questions', totals.questions),
    // None where all recordings share it.
    ...(count < all
      ? [
          {
            detail: 'tone' as const,
            value: t('figures.of', { count, all }),
            label: t(`figures.tones.${tone}`),
          },
        ]
      : []),
  ]
}

const judged = ({ positive, neutral, negative }: Totals): number => positive + neutral + negative

/** The tone that most recordings have; of several the least good. */
function mostCommonTone(totals: Totals) {
  const tones = (['negative', 'neutral', 'positive'] as const).map((tone) => ({
    tone,
    count: totals[tone],
  }))
  return tones.reduce((most, one) => (one.count > most.count ? one : most))
}
