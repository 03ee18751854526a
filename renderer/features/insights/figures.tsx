import { useTranslation } from 'react-i18next'
import { formatLength, formatNumber } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import { sharedThemes, type Detail, type Shown } from './statements.ts'
import styles from './figures.module.css'

/** What changed is no figure: it is a statement. */
type Figure = Exclude<Detail, 'changes'>

type Props = {
  result: Insights['result']
  shown: Shown | null
  detailId: string
  onShow: (shown: Shown | null) => void
}

/** The few figures that matter; each opens what it stands for. Tone is none where all recordings share it. */
export function Figures({ result, shown, detailId, onShow }: Props) {
  const { t } = useTranslation('insights')
  const { totals } = result
  const figures: [Figure, string][] = [
    ['time', formatNumber(totals.recordings)],
    ['talk', formatLength(totals.talk_seconds)],
    ['themes', formatNumber(sharedThemes(result).length)],
    ['tasks', formatNumber(totals.action_items)],
    ...(totals.objections > 0
      ? [['objections', formatNumber(totals.objections)] satisfies [Figure, string]]
      : []),
    ['questions', formatNumber(totals.questions)],
    ...(toneOf(totals).count < judged(totals)
      ? [
          [
            'tone',
            t('figures.of', { count: toneOf(totals).count, all: judged(totals) }),
          ] satisfies [Figure, string],
        ]
      : []),
  ]
  const labelOf = (detail: Figure) =>
    detail === 'tone'
      ? t(`figures.tones.${toneOf(totals).tone}`)
      : t(`figures.${detail}`, { count: countOf(detail, result) })
  return (
    <ul className={styles['figures']}>
      {figures.map(([detail, value]) => {
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
              <span>{labelOf(detail)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type Totals = Insights['result']['totals']

function countOf(detail: Exclude<Figure, 'tone'>, result: Insights['result']): number {
  const { totals } = result
  const counts = {
    time: totals.recordings,
    talk: totals.talk_seconds,
    themes: sharedThemes(result).length,
    tasks: totals.action_items,
    objections: totals.objections,
    questions: totals.questions,
  }
  return counts[detail]
}

const judged = ({ positive, neutral, negative }: Totals): number => positive + neutral + negative

/** The tone that most recordings have; of several the least good. */
function toneOf(totals: Totals) {
  const tones = (['negative', 'neutral', 'positive'] as const).map((tone) => ({
    tone,
    count: totals[tone],
  }))
  return tones.reduce((most, one) => (one.count > most.count ? one : most))
}
