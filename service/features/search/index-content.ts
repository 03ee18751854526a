import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { queueEmbedding } from '../ask/embedding.ts'
import { withoutMarks } from './highlight.ts'
import { indexSegments, selectSource, upsertDocument } from './index-store.ts'
import { configurationFor } from './languages.ts'
import { normalize, toIndexName, toIndexText } from './words.ts'

/**
 * Makes a recording findable by what was said as it is stored now: by all words, by what each speaker
 * said, by segments, and by similarity once its vectors are made. To be called in the transaction
 * that stores or changes a transcript; `hasNewWords` is false where only speakers and the bounds of
 * segments changed, `isFirst` is false for a backlog.
 */
export async function indexTranscript(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  contentId: string,
  { hasNewWords = true, isFirst = true }: { hasNewWords?: boolean; isFirst?: boolean } = {},
): Promise<void> {
  if (hasNewWords) await indexContent(tx, contentId)
  await indexSegments(tx, contentId)
  await queueEmbedding(deps, tx, contentId, { isFirst })
}

/**
 * Makes a recording findable by its name, its words, its results and its notes. To be called in the
 * transaction that creates it, completes an analysis, or stores notes.
 */
export async function indexContent(tx: Tx, contentId: string): Promise<void> {
  const source = await selectSource(tx, contentId)
  if (!source) return
  const { project_id: projectId, created_at: createdAt, transcript, results } = source
  const names = source.title === null ? source.filename : `${source.title} ${source.filename}`
  const findings = results.flatMap(textsOf).join('\n')
  const speech = transcript?.text ?? ''
  await upsertDocument(tx, {
    contentId,
    projectId,
    createdAt,
    language: configurationFor(transcript?.language),
    filename: normalize(names),
    body: withoutMarks(normalize(`${speech}\n\n${findings}`.trim())),
    names: toIndexName(names),
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
