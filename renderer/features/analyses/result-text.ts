import { i18n } from '../../i18n/i18n.ts'
import { plainText } from './plain-value.tsx'
import { isRecord } from '../../ui/is-record.ts'
import { detailsBeside, type Statements } from './statement-notes.tsx'
import {
  fieldsOf,
  isBlank,
  itemSchema,
  toPointer,
  topicsOf,
  withUnanswered,
  type Schema,
} from './result-shape.ts'

type Known = {
  statements: Statements
  /** JSON pointers of the fields that need a language model. */
  unanswered: readonly string[]
}

/** A result as plain text for pasting into a mail: a heading per field, a line per entry. */
export const resultText = (
  result: Record<string, unknown>,
  schema: Schema,
  { statements, unanswered }: Known,
): string =>
  fieldsOf(withUnanswered(result, unanswered), schema)
    .map(({ key, label, value, schema: own }) => {
      const lines = unanswered.includes(toPointer([key]))
        ? [i18n.t('analyses:needsModel.field')]
        : textOf(key, value, { schema: own, statements })
      return `${label}\n${lines.join('\n')}`
    })
    .join('\n\n')

function textOf(
  name: string,
  value: unknown,
  { schema, statements }: { schema: Schema; statements: Statements },
): string[] {
  if (isBlank(value)) return ['–']
  if (Array.isArray(value)) {
    const topics = topicsOf(value, itemSchema(schema))
    if (topics) {
      return topics.flatMap(({ topic, points }) => [
        `${topic}:`,
        ...points.map(({ field }) => `- ${lineOf(field.key, field.value, field.schema)}`),
      ])
    }
    return value.map((item: unknown, at) => {
      const line = lineOf('', item, itemSchema(schema))
      const details = detailsBeside(line, statements, [name, at])
      return details.length > 0 ? `- ${line} (${details.join(', ')})` : `- ${line}`
    })
  }
  if (isRecord(value)) {
    return fieldsOf(value, schema).map(
      (field) => `${field.label}: ${lineOf(field.key, field.value, field.schema)}`,
    )
  }
  return [plainText(name, value, schema)]
}

/** A whole value on one line. */
function lineOf(name: string, value: unknown, schema: Schema): string {
  if (isBlank(value)) return '–'
  if (Array.isArray(value)) {
    return value.map((item: unknown) => lineOf('', item, itemSchema(schema))).join('; ')
  }
  if (!isRecord(value)) return plainText(name, value, schema)
  return fieldsOf(value, schema)
    .filter((field) => !isBlank(field.value))
    .map((field) => `${field.label}: ${lineOf(field.key, field.value, field.schema)}`)
    .join(', ')
}
