import type { ModelFigures as Figures } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber, formatPercent } from '../../ui/format.ts'
import styles from './model-list.module.css'
import { useModelFigures } from './queries.ts'

/** How good a language model was when it was measured here; nothing where it was not. */
export function ModelFigures({ modelId }: { modelId: string }) {
  const figures = useModelFigures().data?.find(({ model }) => model === modelId)
  return figures ? <FigureList figures={figures} /> : null
}

function FigureList({ figures }: { figures: Figures }) {
  const { t } = useTranslation('models')
  const { meetings: count, measured_at: at, summary, seconds_per_hour: seconds } = figures
  const facts = [
    t('figures.measured', { count, date: formatDate(at) }),
    useShares('tasks', figures.action_items),
    useShares('decisions', figures.decisions),
    useShares('questions', figures.open_questions),
    t('figures.summary', {
      own: formatPercent(summary.rouge_1),
      lexrank: formatPercent(summary.lexrank_rouge_1),
    }),
    t('figures.pace', { seconds: formatNumber(seconds, seconds < 10 ? 1 : 0) }),
  ]
  return (
    <ul className={styles['facts']} aria-label={t('figures.title')}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** Such as `Tasks: 70 % right, 57 % found`. */
function useShares(
  list: 'tasks' | 'decisions' | 'questions',
  { precision, recall }: Figures['decisions'],
): string {
  const { t } = useTranslation('models')
  const shares = [
    precision === null
      ? t('figures.none')
      : t('figures.right', { share: formatPercent(precision) }),
    ...(recall === null ? [] : [t('figures.found', { share: formatPercent(recall) })]),
  ]
  return t(`figures.${list}`, { shares: shares.join(', ') })
}

/** The analyser that is part of the software, where it was measured here, and what figures mean. */
export function BuiltInFigures() {
  const { t } = useTranslation('models')
  const { data } = useModelFigures()
  if (!data?.length) return null
  return (
    <div className={styles['builtIn']}>
      <h3>{t('figures.builtIn')}</h3>
      <ModelFigures modelId="built-in" />
      <p className={styles['note']}>{t('figures.about')}</p>
    </div>
  )
}
