import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { summaryOf, type PlotData } from './plot-data.ts'
import styles from './plot.module.css'

// The chart library is larger than most screens, so it is loaded only when there is something to
// plot.
const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

/** A chart, and the same numbers as a table. */
export function Plot({ data }: { data: PlotData }) {
  const { t } = useTranslation('insights')
  const { title, stepLabel, steps, parts, format } = data
  return (
    <figure className={styles['plot']}>
      <figcaption>
        {title}
        <span className="visually-hidden">: {summaryOf(data)}</span>
      </figcaption>
      <div
        aria-hidden="true"
        className={styles['drawing']}
        data-lying={!data.isStacked || undefined}
      >
        <Suspense fallback={null}>
          <Bars data={data} />
        </Suspense>
      </div>
      {parts.length > 1 ? <Legend parts={parts} /> : null}
      <details className={styles['numbers']}>
        <summary>
          {t('plots.asTable')}
          <span className="visually-hidden">{t('plots.ofWhat', { title })}</span>
        </summary>
        <DataTable
          label={title}
          columns={[{ label: stepLabel }, ...parts.map(({ label }) => ({ label, isNumber: true }))]}
        >
          {steps.map((step, at) => (
            <tr key={step}>
              <td>{step}</td>
              {parts.map(({ label, values }) => (
                <td key={label} data-number>
                  {format(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </figure>
  )
}

const Legend = ({ parts }: Pick<PlotData, 'parts'>) => (
  <ul className={styles['legend']} aria-hidden="true">
    {parts.map(({ label, look }) => (
      <li key={label}>
        <span className={styles['dot']} data-look={look} />
        {label}
      </li>
    ))}
  </ul>
)
