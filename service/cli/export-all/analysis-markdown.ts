import type { Analysis } from 'earshot/client'
import { escapeMarkdown } from '../../core/escape-markdown.ts'
import { toResultMarkdown } from '../../core/result-markdown.ts'

/** The result of an analysis as Markdown, whatever its schema is. */
export function toAnalysisMarkdown(analysis: Analysis, filename: string): string {
  const { prompt_name, version, model_used, completed_at, result } = analysis
  const facts = [filename, `version ${version}`, model_used, completed_at?.slice(0, 10)]
  const head = facts.flatMap((fact) => (fact ? [escapeMarkdown(fact)] : [])).join(' · ')
  const fields = toResultMarkdown(result ?? {}, '##')
  return [`# ${escapeMarkdown(prompt_name)}\n`, `${head}\n`, ...fields].join('\n')
}
