import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import { toRows, type Look, type PlotData } from './plot-data.ts'
import styles from './plot.module.css'

const colors: Record<Look, string> = {
  ok: 'var(--ok-text)',
  bad: 'var(--bad-text)',
  quiet: 'var(--border-strong)',
  first: 'var(--accent)',
  second: 'var(--speaker-3)',
  third: 'var(--speaker-2)',
}

const uprightHeight = 168
const axisHeight = 28
const tick = { fill: 'var(--text-muted)', fontSize: 12 }
const line = { stroke: 'var(--border-strong)' }

/** Stacked over time, otherwise side by side. Not animated, because it is there to be read. */
export function Bars({ data }: { data: PlotData }) {
  const { steps, parts, format } = data
  const isLying = !data.isStacked
  const rowHeight = parts.length > 1 ? 34 : 26
  const height = isLying ? steps.length * rowHeight + axisHeight : uprightHeight
  const numbers = {
    type: 'number' as const,
    tick,
    axisLine: false,
    tickLine: false,
    // Otherwise Recharts passes the tick's index as a second argument.
    tickFormatter: (value: number) => format(value),
    ...(data.most === undefined
      ? { allowDecimals: false, tickCount: 4 }
      : { domain: [0, data.most], tickCount: 5 }),
  }
  const names = {
    dataKey: 'step',
    type: 'category' as const,
    tick,
    axisLine: line,
    tickLine: false,
  }
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={toRows(data)}
        layout={isLying ? 'vertical' : 'horizontal'}
        margin={{ top: 4, right: isLying ? 24 : 4, bottom: 0, left: 0 }}
        barCategoryGap={isLying ? '22%' : '14%'}
        barGap={1}
        accessibilityLayer={false}
      >
        <CartesianGrid horizontal={!isLying} vertical={isLying} stroke="var(--border)" />
        {isLying ? (
          <>
            <XAxis {...numbers} height={axisHeight} />
            <YAxis {...names} width={150} tickFormatter={shorten} interval={0} />
          </>
        ) : (
          <>
            <XAxis {...names} height={axisHeight} minTickGap={24} />
            <YAxis {...numbers} width="auto" />
          </>
        )}
        <Tooltip
          content={<Tip data={data} />}
          cursor={{ fill: 'var(--surface-hover)' }}
          isAnimationActive={false}
        />
        {parts.map(({ label, look }, part) => (
          <Bar
            key={label}
            dataKey={`part${part}`}
            name={label}
            fill={colors[look]}
            isAnimationActive={false}
            maxBarSize={isLying ? 14 : 28}
            {...(isLying ? {} : { stackId: 'all' })}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

const longest = 22
const shorten = (name: string): string =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name

/** Provided by the chart. */
type Hovered = Partial<Pick<TooltipContentProps, 'active' | 'label'>>

/** The values of the step under the pointer. */
function Tip({ active, label, data }: Hovered & { data: PlotData }) {
  const at = data.steps.indexOf(String(label))
  if (!active || at < 0) return null
  return (
    <div className={styles['tip']}>
      <strong>{label}</strong>
      {data.parts.map(({ label: name, look, values }) => (
        <span key={name}>
          <span className={styles['dot']} data-look={look} />
          {name}: {data.format(values[at] ?? 0)}
        </span>
      ))}
    </div>
  )
}
