import { DataTable } from '../../ui/data-table.tsx'
import { formatDay, formatLength } from '../../ui/format.ts'
import { BarChart, type Part } from './bar-chart.tsx'
import type { Insights } from './queries.ts'
import styles from './trend-plots.module.css'

type Series = Insights['result']['series']
type Point = Series['points'][number]

const columns = [
  { label: 'Recordings', of: (one: Point) => one.recordings },
  { label: 'Positive', of: (one: Point) => one.positive },
  { label: 'Neutral', of: (one: Point) => one.neutral },
  { label: 'Negative', of: (one: Point) => one.negative },
  { label: 'Action items', of: (one: Point) => one.action_items },
  { label: 'Objections', of: (one: Point) => one.objections },
  { label: 'Without response', of: (one: Point) => one.open_objections },
  { label: 'Questions', of: (one: Point) => one.questions },
  { label: 'Speech', of: (one: Point) => formatLength(one.talk_seconds) },
  { label: 'Words', of: (one: Point) => one.words },
] as const

/** How the period went, step by step: three plots, and all of their numbers as a table. */
export function TrendPlots({ series: { step, points } }: { series: Series }) {
  const steps = points.map(({ start }) => formatDay(start))
  const values = (of: (point: Point) => number) => points.map(of)
  const part = (label: string, look: Part['look'], of: (point: Point) => number): Part => ({
    label,
    look,
    values: values(of),
  })
  return (
    <>
      <div className={styles['plots']}>
        <BarChart
          title={`Recordings per ${step}, by tone`}
          steps={steps}
          parts={[
            part('positive', 'ok', ({ positive }) => positive),
            part('neutral', 'quiet', ({ neutral }) => neutral),
            part('negative', 'bad', ({ negative }) => negative),
            part('not judged', 'first', notJudged),
          ].filter(({ values: all }) => all.some((value) => value > 0))}
        />
        <BarChart
          title={`What came up per ${step}`}
          steps={steps}
          parts={[
            part('action items', 'first', (one) => one.action_items),
            part('objections', 'third', ({ objections }) => objections),
            part('questions', 'second', ({ questions }) => questions),
          ]}
        />
        <BarChart
          title={`Speech per ${step}`}
          steps={steps}
          parts={[part('of speech', 'first', (one) => one.talk_seconds)]}
          format={formatLength}
        />
      </div>
      <details className={styles['numbers']}>
        <summary>The numbers as a table</summary>
        <DataTable
          label={`Numbers per ${step}`}
          columns={[
            { label: step === 'day' ? '24 hours from' : 'Week from' },
            ...columns.map(({ label }) => ({ label, isNumber: true })),
          ]}
        >
          {points.map((point, at) => (
            <tr key={point.start}>
              <td>{steps[at]}</td>
              {columns.map(({ label, of }) => (
                <td key={label} data-number>
                  {of(point)}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </>
  )
}

const notJudged = ({ recordings, positive, neutral, negative }: Point): number =>
  recordings - positive - neutral - negative
