import styles from './bar-chart.module.css'

export type Part = {
  label: string
  look: 'ok' | 'bad' | 'quiet' | 'first' | 'second' | 'third'
  values: readonly number[]
}

type Props = {
  title: string
  /** What a step is called, the oldest first. */
  steps: readonly string[]
  parts: readonly Part[]
  format?: (value: number) => string
}

const width = 1_000
const height = 100

/** Stacked bars for the eye; whoever does not see them has the same in the table below them. */
export function BarChart({ title, steps, parts, format = String }: Props) {
  const totals = steps.map((_, step) => sum(parts, step))
  const most = Math.max(...totals, 0)
  return (
    <figure className={styles['chart']}>
      <figcaption>
        {title}
        <span className="visually-hidden">: {summaryOf(steps, totals, format)}</span>
      </figcaption>
      <span className={styles['scale']} aria-hidden="true">
        <span>{format(most)}</span>
        <span>0</span>
      </span>
      <svg
        className={styles['bars']}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {steps.map((step, at) => (
          <Bar key={step} step={step} at={at} {...{ steps, parts, most, format }} />
        ))}
      </svg>
      <span className={styles['ends']} aria-hidden="true">
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </span>
      {parts.length > 1 ? <Legend parts={parts} /> : null}
    </figure>
  )
}

const sum = (parts: readonly Part[], step: number): number =>
  parts.reduce((all, { values }) => all + (values[step] ?? 0), 0)

function summaryOf(
  steps: readonly string[],
  totals: readonly number[],
  format: (value: number) => string,
): string {
  const most = Math.max(...totals, 0)
  if (most === 0) return 'none in this period.'
  return `at most ${format(most)}, on ${steps[totals.indexOf(most)]}. The table below has the numbers.`
}

type BarProps = Required<Omit<Props, 'title'>> & { step: string; at: number; most: number }

function Bar({ step, at, steps, parts, most, format }: BarProps) {
  const room = width / steps.length
  const scale = most > 0 ? height / most : 0
  return (
    <g>
      <title>
        {`${step}: ${parts.map(({ label, values }) => `${format(values[at] ?? 0)} ${label}`).join(', ')}`}
      </title>
      {/* The whole column answers to the pointer, also where a bar is low. */}
      <rect x={at * room} y={0} width={room} height={height} fill="transparent" />
      {parts.map(({ label, look, values }, part) => {
        const below = sum(parts.slice(0, part + 1), at)
        return (
          <rect
            key={label}
            className={styles[look]}
            x={(at + 0.12) * room}
            width={room * 0.76}
            y={height - below * scale}
            height={(values[at] ?? 0) * scale}
          />
        )
      })}
    </g>
  )
}

const Legend = ({ parts }: { parts: readonly Part[] }) => (
  <ul className={styles['legend']}>
    {parts.map(({ label, look }) => (
      <li key={label}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect className={styles[look]} width="10" height="10" rx="2" />
        </svg>
        {label}
      </li>
    ))}
  </ul>
)
