import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatLength, formatNumber } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import styles from './comparison-view.module.css'

type Result = Insights['result']
type Comparison = NonNullable<Result['comparison']>
type Totals = Result['totals']

const rows = [
  'recordings',
  'positive',
  'neutral',
  'negative',
  'action_items',
  'objections',
  'open_objections',
  'questions',
  'talk_seconds',
] as const

const tones: Record<Comparison['themes'][number]['change'], Tone> = {
  new: 'ok',
  gone: 'quiet',
  grown: 'ok',
  shrunk: 'quiet',
}

type Props = { label: string; comparison: Comparison; totals: Totals }

/** What changed since the previous insights, in numbers and in themes. */
export function ComparisonView({ label, comparison, totals }: Props) {
  const { t } = useTranslation('insights')
  const { before, change, themes } = comparison
  return (
    <div className={styles['comparison']}>
      <p className={styles['rest']}>
        <Period comparison={comparison} />
      </p>
      <DataTable
        label={label}
        columns={[
          { label: t('comparison.what') },
          { label: t('comparison.before'), isNumber: true },
          { label: t('comparison.now'), isNumber: true },
          { label: t('comparison.change'), isNumber: true },
        ]}
      >
        {rows.map((name) => (
          <tr key={name}>
            <td>{t(`comparison.rows.${name}`)}</td>
            <td data-number>{show(name, before[name])}</td>
            <td data-number>{show(name, totals[name])}</td>
            <td data-number>{signed(name, change[name])}</td>
          </tr>
        ))}
      </DataTable>
      {themes.length > 0 ? (
        <ul className={styles['themes']} aria-label={t('comparison.themes')}>
          {themes.map((one) => (
            <li key={one.theme}>
              <Badge tone={tones[one.change]}>{t(`comparison.changes.${one.change}`)}</Badge>{' '}
              {one.theme}{' '}
              <span className={styles['rest']}>
                {formatNumber(one.previous_frequency)} → {formatNumber(one.frequency)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles['rest']}>{t('comparison.noTheme')}</p>
      )}
    </div>
  )
}

function Period({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('insights')
  const from = formatDate(comparison.period_start)
  const to = formatDate(comparison.period_end)
  if (comparison.is_same_length) return t('comparison.same', { from, to })
  const days = t('days', { count: comparison.lookback_days })
  return t('comparison.other', { from, to, days })
}

const show = (name: keyof Totals, value: number): string =>
  name === 'talk_seconds' ? formatLength(value) : formatNumber(value)

function signed(name: keyof Totals, value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${show(name, Math.abs(value))}`
}
