import type { Analysis } from 'earshot/client'
import { escapeMarkdown } from '../../core/escape-markdown.ts'

/** The result of an analysis as Markdown, whatever its schema is. */
export function toAnalysisMarkdown(analysis: Analysis, filename: string): string {
  const { prompt_name, version, model_used, completed_at, result } = analysis
  const facts = [filename, `version ${version}`, model_used, completed_at?.slice(0, 10)]
  const fields = Object.entries(result ?? {}).map(
    ([name, value]) => `## ${escapeMarkdown(toHeading(name))}\n\n${toBlock(value)}\n`,
  )
  const head = facts.flatMap((fact) => (fact ? [escapeMarkdown(fact)] : [])).join(' · ')
  return [`# ${escapeMarkdown(prompt_name)}\n`, `${head}\n`, ...fields].join('\n')
}

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
