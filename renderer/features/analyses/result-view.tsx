import { createContext, use, type ReactNode } from 'react'
import { EvidenceChips, NotFound, type Moment } from './evidence-chips.tsx'
import {
  evidenceAt,
  fieldsOf,
  formatNumber,
  humanize,
  isBlank,
  isClaim,
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
  /** Where and by whom a segment was said; null when the transcript has it no more. */
  momentOf: (segmentId: string) => Moment | null
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
      {plainText(key, value, schema)} <Chips path={path} isClaim={isClaim(value, schema)} />
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
              {plainText('', item, schema)}{' '}
              <Chips path={[...path, index]} isClaim={isClaim(item, schema)} />
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
      {plainText(key, value, schema)} <Chips path={path} isClaim={isClaim(value, schema)} />
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

function Chips({ path, isClaim: claims = false }: { path: Path; isClaim?: boolean }) {
  const evidence = use(EvidenceContext)
  // Without any evidence nobody has looked for it.
  if (!evidence?.places) return null
  const ids = evidenceAt(evidence.places, path)
  if (ids.length === 0) return claims ? <NotFound /> : null
  const moments = ids.map(evidence.momentOf).filter((moment) => moment !== null)
  return <EvidenceChips moments={moments} onSeek={evidence.onSeek} />
}
