import { Badge, type Tone } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, formatDate, formatLength } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import styles from './comparison-view.module.css'

type Result = Insights['result']
type Comparison = NonNullable<Result['comparison']>
type Totals = Result['totals']

const rows = [
  ['Recordings', 'recordings'],
  ['Positive', 'positive'],
  ['Neutral', 'neutral'],
  ['Negative', 'negative'],
  ['Action items', 'action_items'],
  ['Objections', 'objections'],
  ['Without response', 'open_objections'],
  ['Questions', 'questions'],
  ['Speech', 'talk_seconds'],
] as const

const changes: Record<Comparison['themes'][number]['change'], { tone: Tone; label: string }> = {
  new: { tone: 'ok', label: 'New' },
  gone: { tone: 'quiet', label: 'Gone' },
  grown: { tone: 'ok', label: 'Grown' },
  shrunk: { tone: 'quiet', label: 'Shrunk' },
}

type Props = { comparison: Comparison; totals: Totals }

/** What changed since the insights before, in numbers and in themes. */
export function ComparisonView({ comparison, totals }: Props) {
  const { period_start, period_end, lookback_days: days, before, change, themes } = comparison
  return (
    <div className={styles['comparison']}>
      <p className={styles['rest']}>
        Compared with {formatDate(period_start)} to {formatDate(period_end)},{' '}
        {comparison.is_same_length
          ? 'which is as long.'
          : `which is ${countOf(days, 'day')} long: the counts are of periods of different lengths.`}
      </p>
      <DataTable
        label="Compared with the insights before"
        columns={[
          { label: 'What' },
          { label: 'Before', isNumber: true },
          { label: 'Now', isNumber: true },
          { label: 'Change', isNumber: true },
        ]}
      >
        {rows.map(([label, name]) => (
          <tr key={name}>
            <td>{label}</td>
            <td data-number>{show(name, before[name])}</td>
            <td data-number>{show(name, totals[name])}</td>
            <td data-number>{signed(name, change[name])}</td>
          </tr>
        ))}
      </DataTable>
      {themes.length > 0 ? (
        <ul className={styles['themes']} aria-label="Themes that changed">
          {themes.map((one) => (
            <li key={one.theme}>
              <Badge tone={changes[one.change].tone}>{changes[one.change].label}</Badge> {one.theme}{' '}
              <span className={styles['rest']}>
                {one.previous_frequency} → {one.frequency}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles['rest']}>No theme changed.</p>
      )}
    </div>
  )
}

const show = (name: keyof Totals, value: number): string =>
  name === 'talk_seconds' ? formatLength(value) : value.toLocaleString()

function signed(name: keyof Totals, value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${show(name, Math.abs(value))}`
}
