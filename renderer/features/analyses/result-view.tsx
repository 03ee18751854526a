import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { isRecord } from '../../ui/is-record.ts'
import { EvidenceChips, NotFound, type Moment } from './evidence-chips.tsx'
import { PlainValue } from './plain-value.tsx'
import {
  columnsOf,
  evidenceAt,
  fieldsOf,
  inReadingOrder,
  isBlank,
  isClaim,
  isKeywords,
  itemSchema,
  toPointer,
  topicsOf,
  type Field,
  type Path,
  type Schema,
  type TopicGroup,
} from './result-shape.ts'
import { StatementNotes, type Statements } from './statement-notes.tsx'
import styles from './result-view.module.css'

export type Evidence = {
  /** Segment ids by path in the result. */
  places: Readonly<Record<string, readonly string[]>> | null
  /** When and by whom a segment was said; null if the transcript no longer contains it. */
  momentOf: (segmentId: string) => Moment | null
  onSeek?: ((seconds: number) => void) | undefined
  /** What stands before a statement that is a task, in a page that shows whether it is done. */
  boxOf?: ((text: string) => ReactNode) | undefined
  /** The details of tasks and the doubtful statements, by JSON pointer. */
  statements: Statements
  /** JSON pointers of the fields that nobody answered, because no language model did. */
  unanswered: readonly string[]
}

const EvidenceContext = createContext<Evidence | null>(null)

type Props = {
  result: Record<string, unknown>
  schema: Schema
  evidence: Evidence
  /** Whether the fields that need a language model are named at the end; they may be above. */
  namesOwed: boolean
}

/** The fields of any analysis, as its schema defines them. */
export function ResultView({ result, schema, evidence, namesOwed }: Props) {
  const fields = fieldsOf(result, schema)
  const answered = fields.filter(({ value }) => !isBlank(value))
  return (
    <EvidenceContext value={evidence}>
      {inReadingOrder(answered).map((field) => (
        <section key={field.key} className={styles['field']}>
          <h3>{field.label}</h3>
          <Value field={field} path={[field.key]} />
        </section>
      ))}
      <Blanks fields={fields.filter(({ value }) => isBlank(value))} namesOwed={namesOwed} />
    </EvidenceContext>
  )
}

/** Fields without a value, in a line for each reason. */
function Blanks({ fields, namesOwed }: { fields: readonly Field[]; namesOwed: boolean }) {
  const { t, i18n } = useTranslation('analyses')
  const unanswered = use(EvidenceContext)?.unanswered ?? []
  const names = (isOwed: boolean) =>
    fields
      .filter(({ key }) => unanswered.includes(toPointer([key])) === isOwed)
      .map(({ label }) => label)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const [owed, empty] = [names(true), names(false)]
  return (
    <>
      {namesOwed && owed.length > 0 ? (
        <p className={styles['blanks']}>{t('needsModel.fields', { fields: list.format(owed) })}</p>
      ) : null}
      {empty.length > 0 ? (
        <p className={styles['blanks']}>{t('blanks', { fields: list.format(empty) })}</p>
      ) : null}
    </>
  )
}

function Value({ field, path }: { field: Field; path: Path }) {
  const { value } = field
  if (Array.isArray(value) || isRecord(value)) return <Nested field={field} path={path} />
  return (
    <p className={typeof value === 'number' ? styles['number'] : undefined}>
      <Plain field={field} path={path} />
    </p>
  )
}

type ListProps = { label: string; items: readonly unknown[]; schema: Schema; path: Path }

/**
 * Shows records with a few short values as a table, other records as cards, and the rest as a list.
 */
function ValueList({ label, items, schema, path }: ListProps) {
  const boxOf = use(EvidenceContext)?.boxOf
  const topics = topicsOf(items, schema)
  if (topics) return <Topics topics={topics} path={path} />
  const columns = columnsOf(items, schema)
  if (columns) {
    return (
      <DataTable label={label} columns={columns.map((one) => ({ label: one.label, id: one.key }))}>
        {items.filter(isRecord).map((item, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.key}>
                <Nested
                  field={{ ...column, value: item[column.key] }}
                  path={[...path, index, column.key]}
                />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    )
  }
  return (
    <ul
      className={styles[items.some(isRecord) ? 'cards' : isKeywords(items) ? 'keywords' : 'list']}
    >
      {items.map((value, index) => {
        const box = typeof value === 'string' ? boxOf?.(value) : null
        return (
          <li key={index} className={box ? styles['task'] : undefined}>
            {box}
            <span>
              <Nested field={{ key: '', label, schema, value }} path={[...path, index]} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the points of a discussion under their topics. */
function Topics({ topics, path }: { topics: readonly TopicGroup[]; path: Path }) {
  return topics.map(({ topic, points }) => (
    <div key={topic} className={styles['topic']}>
      <h4>{topic}</h4>
      <ul className={styles['list']}>
        {points.map(({ at, field }) => (
          <li key={at}>
            <Nested field={field} path={[...path, at, field.key]} />
          </li>
        ))}
      </ul>
    </div>
  ))
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
  const { t } = useTranslation('analyses')
  const { value, schema, label } = field
  const isUnanswered = useIsUnanswered(path)
  if (isBlank(value)) {
    return <span className={styles['blank']}>{isUnanswered ? t('needsModel.field') : '–'}</span>
  }
  if (Array.isArray(value)) {
    return <ValueList label={label} items={value} schema={itemSchema(schema)} path={path} />
  }
  if (isRecord(value)) return <ValueRecord value={value} schema={schema} path={path} />
  return <Plain field={field} path={path} />
}

const Plain = ({ field: { key, value, schema }, path }: { field: Field; path: Path }) => (
  <>
    <PlainValue name={key} value={value} schema={schema} /> <Notes value={value} path={path} />
    <Chips path={path} isClaim={isClaim(value, schema)} />
  </>
)

function Notes({ value, path }: { value: unknown; path: Path }) {
  const statements = use(EvidenceContext)?.statements ?? null
  if (typeof value !== 'string' || statements === null) return null
  return <StatementNotes text={value} statements={statements} path={path} />
}

const useIsUnanswered = (path: Path): boolean =>
  use(EvidenceContext)?.unanswered.includes(toPointer(path)) ?? false

function Chips({ path, isClaim: claims = false }: { path: Path; isClaim?: boolean }) {
  const evidence = use(EvidenceContext)
  // Without any evidence, nobody has looked for it.
  if (!evidence?.places) return null
  const ids = evidenceAt(evidence.places, path)
  if (ids.length === 0) return claims ? <NotFound /> : null
  const moments = ids.map(evidence.momentOf).filter((moment) => moment !== null)
  return <EvidenceChips moments={moments} onSeek={evidence.onSeek} />
}
