import { escapeMarkdown } from './escape-markdown.ts'

/**
 * The fields of an analysis as Markdown, whatever its schema is: a heading and a block each.
 * @param heading the mark of a heading, as `##`
 */
export const toResultMarkdown = (
  result: Readonly<Record<string, unknown>>,
  heading: string,
): string[] =>
  Object.entries(result).map(
    ([name, value]) => `${heading} ${escapeMarkdown(toHeading(name))}\n\n${toBlock(value)}\n`,
  )

/** `action_items` → `Action items` */
function toHeading(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Paragraphs for text, else a list. */
function toBlock(value: unknown): string {
  if (isEmpty(value)) return '–'
  if (typeof value !== 'object') return toParagraphs(String(value))
  return toItems(value ?? {}, '').join('\n')
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

const toParagraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) => escapeMarkdown(line.trim()))
    .join('\n\n')

/** Lines of a list; what lies deeper is indented. */
function toItems(value: object, indent: string): string[] {
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const label = isList ? '' : `**${escapeMarkdown(toHeading(name))}:** `
    if (isEmpty(one) || typeof one !== 'object') return [`${indent}- ${label}${toLine(one)}`]
    // A record in a list: its first field stands beside the mark of the list.
    const deeper = toItems(one ?? {}, `${indent}  `)
    if (!isList) return [`${indent}- ${label.trim()}`, ...deeper]
    return [`${indent}- ${(deeper[0] ?? '').trimStart().replace(/^- /, '')}`, ...deeper.slice(1)]
  })
}

const toLine = (value: unknown): string =>
  isEmpty(value) ? '–' : escapeMarkdown(String(value).replaceAll(/\s+/g, ' ').trim())
