import { TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { formatLength, formatNumber } from '../../ui/format.ts'
import { PeriodLink } from './period-link.tsx'
import type { Insights } from './queries.ts'
import {
  changeWords,
  daysOf,
  tooFewWords,
  type Before,
  type Detail,
  type Shown,
} from './statements.ts'
import { ThemeList } from './theme-list.tsx'
import styles from './changes-view.module.css'

type Name = keyof typeof details

/** What each figure opens. */
const details = {
  recordings: 'time',
  positive: 'tone',
  neutral: 'tone',
  negative: 'tone',
  action_items: 'tasks',
  objections: 'objections',
  open_objections: 'objections',
  questions: 'questions',
  talk_seconds: 'talk',
} as const satisfies Record<string, Detail>

const rows = [
  'recordings',
  'talk_seconds',
  'action_items',
  'questions',
  'objections',
  'open_objections',
  'positive',
  'neutral',
  'negative',
] as const satisfies readonly Name[]

type Props = { before: Before; insights: Insights; onShow: (shown: Shown) => void }

/** Two periods beside each other; what is said to have changed differs by more than chance. */
export function ChangesView({ before, insights, onShow }: Props) {
  const { t } = useTranslation('insights')
  const { totals, key_themes: all } = insights.result
  const moved = new Set(before.changes.map(({ theme }) => theme))
  const themes = all.filter(({ theme }) => moved.has(theme))
  return (
    <>
      <p className={styles['rest']}>
        {before.is_enough ? t('comparison.rule') : tooFewWords(before, totals)}
      </p>
      {before.changes.length > 0 ? (
        <ul className={styles['changes']}>
          {before.changes.map((change) => {
            const Icon = change.direction === 'rose' ? TrendingUp : TrendingDown
            return (
              <li key={`${change.what} ${change.theme ?? ''}`}>
                <Icon size={15} aria-hidden="true" />{' '}
                <span className="visually-hidden">{t(`comparison.${change.direction}`)}</span>
                {changeWords(change)}
              </li>
            )
          })}
        </ul>
      ) : null}
      <DataTable
        label={t('comparison.label')}
        columns={[
          { label: t('comparison.what') },
          { label: daysOf(insights), isNumber: true },
          { label: daysOf(before), isNumber: true },
        ]}
      >
        {rows.map((name) => (
          <tr key={name}>
            <td>
              <button
                type="button"
                className={styles['open']}
                onClick={() => onShow({ detail: details[name] })}
              >
                {t(`comparison.rows.${name}`)}
              </button>
            </td>
            <td data-number>{show(name, totals[name])}</td>
            <td data-number>{show(name, before.totals[name])}</td>
          </tr>
        ))}
      </DataTable>
      <PeriodLink projectId={insights.project_id} period={insights} />
      <PeriodLink projectId={insights.project_id} period={before} />
      {themes.length > 0 ? <ThemeList themes={themes} projectId={insights.project_id} /> : null}
    </>
  )
}

const show = (name: Name, value: number): string =>
  name === 'talk_seconds' ? formatLength(value) : formatNumber(value)
