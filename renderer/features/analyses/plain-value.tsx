import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { humanize } from '../../ui/humanize.ts'
import { shownText } from '../../ui/own-words.ts'
import { dateIn, formatNumber, isChoice, type Schema } from './result-shape.ts'

type Props = { name: string; value: unknown; schema: Schema }

/** One value that is neither a list nor a record, formatted for reading. */
export function PlainValue({ name, value, schema }: Props) {
  useTranslation('analyses')
  const text = plainText(name, value, schema)
  // A value picked from a list stands out from free text.
  return isChoice(value, schema) ? <Badge tone="quiet">{text}</Badge> : text
}

/** The same as plain text, for copying. */
export function plainText(name: string, value: unknown, schema: Schema): string {
  if (typeof value === 'number') return formatNumber(name, value, schema)
  if (typeof value === 'boolean') return i18n.t(value ? 'analyses:yes' : 'analyses:no')
  if (typeof value !== 'string') return JSON.stringify(value)
  // A choice such as "very_positive" is turned into words; free text stays as it is.
  if (isChoice(value, schema)) return humanize(value)
  const date = dateIn(value)
  if (date === null) return shownText(value)
  // Noon, so no time zone shifts the date.
  return date.hasTime ? formatDateTime(value) : formatDate(`${value}T12:00:00`)
}
