import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { queueEmbedding } from '../ask/embedding.ts'
import { organizationOf } from '../content/organization.ts'
import { foldLetters } from './fold.ts'
import { withoutMarks } from './highlight.ts'
import { indexSaid } from './index-said.ts'
import { indexJob } from './index-job.ts'
import {
  deleteSaid,
  selectSize,
  selectSource,
  selectVectors,
  upsertDocument,
  upsertSaid,
} from './index-store.ts'
import { configurationFor } from './languages.ts'
import { inOneStep, mostAtOnce, chunksOf, type Steps } from './steps.ts'
import { normalize, toIndexName, toIndexText } from './words.ts'

/**
 * Makes a recording findable by what was said as it is stored now: by all words, by what each speaker
 * said, by segments, and by similarity once its vectors are made. To be called in the transaction
 * that stores or changes a transcript; `hasNewWords` is false where only speakers and the bounds of
 * segments changed, `isFirst` is false for a backlog. A very long one is read by a job, in steps.
 */
export async function indexTranscript(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  contentId: string,
  { hasNewWords = true, isFirst = true }: { hasNewWords?: boolean; isFirst?: boolean } = {},
): Promise<void> {
  if (await isLong(tx, contentId)) {
    const organizationId = await organizationOf(tx, contentId)
    // Not the id alone, by which a transcription is cancelled.
    const key = `search/${contentId}`
    await deps.queue.cancel(tx, key)
    const order = { isFirst, organizationId }
    await deps.queue.enqueue(tx, indexJob.of({ content_id: contentId }, key, order))
    return
  }
  if (hasNewWords) {
    await deleteSaid(tx, contentId)
    await indexContent(tx, contentId)
  }
  await indexSegments(tx, contentId)
  await queueEmbedding(deps, tx, contentId, { isFirst })
}

/** The segments, and what each speaker said, at once. */
export const indexSegments = (tx: Sql, contentId: string): Promise<void> =>
  indexSaid(inOneStep(tx), contentId)

/** Choice: as many short lines take as long as `mostAtOnce` characters; so many bytes they have as they are stored. */
const mostBytesAtOnce = 300_000

async function isLong(tx: Sql, contentId: string): Promise<boolean> {
  const size = await selectSize(tx, contentId)
  return size !== undefined && (size.characters > mostAtOnce || size.bytes > mostBytesAtOnce)
}

/** Of what is found and noted, as much as is said in hours. */
const mostFindings = mostAtOnce

/**
 * Makes a recording findable by its name, its words, its results and its notes. To be called in the
 * transaction that creates it, completes an analysis, or stores notes.
 */
export async function indexContent(tx: Sql, contentId: string): Promise<void> {
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
    filename: foldLetters(normalize(names)),
    body: withoutMarks(normalize(`${speech}\n\n${findings}`.trim())),
    names: toIndexName(names),
    findings: toIndexText(findings.slice(0, mostFindings)),
    speech: toIndexText(speech.slice(0, mostAtOnce)),
    isLong: speech.length > mostAtOnce,
  })
}

/** All that `indexTranscript` does, of a recording of any length, in steps; each is written by itself. */
export async function indexInSteps(steps: Steps, contentId: string): Promise<void> {
  await indexSpokenWords(steps, contentId)
  await indexSaid(steps, contentId)
}

/** The words of the whole recording: those of a long one are put together first. */
export async function indexSpokenWords({ sql, write }: Steps, contentId: string): Promise<void> {
  const source = await selectSource(sql, contentId)
  const text = source?.transcript?.text ?? ''
  const language = configurationFor(source?.transcript?.language)
  const chunks: { stems: string; exact: string }[] = []
  if (text.length > mostAtOnce) {
    for await (const chunk of chunksOf(text, toIndexText))
      chunks.push(await selectVectors(sql, language, chunk))
  }
  await write((tx) =>
    chunks.length === 0 ? deleteSaid(tx, contentId) : upsertSaid(tx, contentId, chunks),
  )
  await nextTurn()
  await write((tx) => indexContent(tx, contentId))
}

/** Every text inside a result, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
