import type { Tx } from '../../db/database.ts'
import { withoutMarks } from './highlight.ts'
import { selectSource, upsertDocument } from './index-store.ts'
import { configurationFor } from './languages.ts'
import { normalize, toIndexName, toIndexText } from './words.ts'

/**
 * Makes a recording findable by what is stored of it now. To be called, in the same transaction,
 * when it is created, when its transcript is stored, when an analysis completes, and when its notes
 * are written.
 */
export async function indexContent(tx: Tx, contentId: string): Promise<void> {
  const source = await selectSource(tx, contentId)
  if (!source) return
  const { project_id: projectId, created_at: createdAt, filename, transcript, results } = source
  const findings = results.flatMap(textsOf).join('\n')
  const speech = transcript?.text ?? ''
  await upsertDocument(tx, {
    contentId,
    projectId,
    createdAt,
    language: configurationFor(transcript?.language),
    filename: normalize(filename),
    body: withoutMarks(normalize(`${speech}\n\n${findings}`.trim())),
    names: toIndexName(filename),
    findings: toIndexText(findings),
    speech: toIndexText(speech),
  })
}

/** Every text inside a result, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
