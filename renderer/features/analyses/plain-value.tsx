import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { dateIn, formatNumber, humanize, isChoice, type Schema } from './result-shape.ts'

type Props = { name: string; value: unknown; schema: Schema }

/** One value that is no list and no record, as it reads best. */
export function PlainValue({ name, value, schema }: Props) {
  useTranslation('analyses')
  const text = plainText(name, value, schema)
  // What was picked from a list stands out from what was written.
  return isChoice(value, schema) ? <Badge tone="quiet">{text}</Badge> : text
}

/** The same in words alone, for copying. */
export function plainText(name: string, value: unknown, schema: Schema): string {
  if (typeof value === 'number') return formatNumber(name, value, schema)
  if (typeof value === 'boolean') return i18n.t(value ? 'analyses:yes' : 'analyses:no')
  if (typeof value !== 'string') return JSON.stringify(value)
  // A choice such as "very_positive" reads as words; free text stays as it is.
  if (isChoice(value, schema)) return humanize(value)
  const date = dateIn(value)
  if (date === null) return value
  // Noon, so that no time zone makes another day of it.
  return date.hasTime ? formatDateTime(value) : formatDate(`${value}T12:00:00`)
}
