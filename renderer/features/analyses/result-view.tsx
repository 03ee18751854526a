import { createContext, use, type ReactNode } from 'react'
import { EvidenceChips } from './evidence-chips.tsx'
import {
  evidenceAt,
  fieldsOf,
  formatNumber,
  humanize,
  isBlank,
  isRecord,
  itemSchema,
  type Field,
  type Path,
  type Schema,
} from './result-shape.ts'
import styles from './result-view.module.css'

export type Evidence = {
  /** Segment ids by place in the result. */
  places: Readonly<Record<string, readonly string[]>> | null
  /** Where a segment begins, in seconds; null when the transcript has it no more. */
  timeOf: (segmentId: string) => number | null
  onSeek: (seconds: number) => void
}

const EvidenceContext = createContext<Evidence | null>(null)

type Props = { result: Record<string, unknown>; schema: Schema; evidence: Evidence }

/** The fields of an analysis as its schema names them, whatever prompt made it. */
export function ResultView({ result, schema, evidence }: Props) {
  return (
    <EvidenceContext value={evidence}>
      {fieldsOf(result, schema).map((field) => (
        <section key={field.key} className={styles['field']}>
          <h3>{field.label}</h3>
          <Value field={field} path={[field.key]} />
        </section>
      ))}
    </EvidenceContext>
  )
}

function Value({ field, path }: { field: Field; path: Path }) {
  const { value, schema, key } = field
  if (isBlank(value)) return <p className={styles['blank']}>Nothing was said about this.</p>
  if (Array.isArray(value))
    return <ValueList items={value} schema={itemSchema(schema)} path={path} />
  if (isRecord(value)) return <ValueRecord value={value} schema={schema} path={path} />
  return (
    <p className={typeof value === 'number' ? styles['number'] : undefined}>
      {plainText(key, value, schema)} <Chips path={path} />
    </p>
  )
}

type ListProps = { items: readonly unknown[]; schema: Schema; path: Path }

function ValueList({ items, schema, path }: ListProps) {
  return (
    <ul className={styles['list']}>
      {items.map((item, index) => (
        <li key={index}>
          {isRecord(item) ? (
            <ValueRecord value={item} schema={schema} path={[...path, index]} />
          ) : (
            <>
              {plainText('', item, schema)} <Chips path={[...path, index]} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

type RecordProps = { value: Record<string, unknown>; schema: Schema; path: Path }

function ValueRecord({ value, schema, path }: RecordProps) {
  return (
    <div className={styles['record']}>
      <dl>
        {fieldsOf(value, schema).map((field) => (
          <div key={field.key} className={styles['pair']}>
            <dt>{field.label}</dt>
            <dd>
              <Nested field={field} path={[...path, field.key]} />
            </dd>
          </div>
        ))}
      </dl>
      <Chips path={path} />
    </div>
  )
}

function Nested({ field, path }: { field: Field; path: Path }): ReactNode {
  const { value, schema, key } = field
  if (isBlank(value)) return <span className={styles['blank']}>–</span>
  if (Array.isArray(value))
    return <ValueList items={value} schema={itemSchema(schema)} path={path} />
  if (isRecord(value)) return <ValueRecord value={value} schema={schema} path={path} />
  return (
    <>
      {plainText(key, value, schema)} <Chips path={path} />
    </>
  )
}

function plainText(key: string, value: unknown, schema: Schema): string {
  if (typeof value === 'number') return formatNumber(key, value, schema)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return JSON.stringify(value)
  // A choice such as "very_positive" reads as words; free text stays as it is.
  return Array.isArray(schema['enum']) ? humanize(value) : value
}

function Chips({ path }: { path: Path }) {
  const evidence = use(EvidenceContext)
  if (!evidence) return null
  const times = evidenceAt(evidence.places, path)
    .map(evidence.timeOf)
    .filter((time) => time !== null)
  return <EvidenceChips times={times} onSeek={evidence.onSeek} />
}
