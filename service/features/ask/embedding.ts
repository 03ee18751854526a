/** Keeps the vectors of what was said in step with the transcripts and with the installed model. */
import { Type, type Static } from 'typebox'
import { JobError } from '../../core/errors.ts'
import { forAllOrganizations } from '../../core/organization-context.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { EmbeddingModel } from '../../engine/embedding/embedder.ts'
import { defineJob, type JobOrder, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import { organizationOf } from '../content/organization.ts'
import {
  insertEmbeddings,
  markEmbedded,
  replaceModel,
  selectModel,
  selectUnread,
  selectUnreadSegments,
  type Unread,
  type UnreadRecording,
} from './embedding-store.ts'

/**
 * One recording at a time, and then those of `next`, each as a new job: so no analysis waits for more than one
 * recording. Without a recording, the newest that lack vectors.
 */
export const embedJob = defineJob({
  name: 'content.embed',
  payload: Type.Object({
    content_id: Type.Optional(Type.String()),
    next: Type.Optional(Type.Array(Type.String())),
  }),
  lane: 'analyser',
  attempts: 3,
})

/** Few, so that a question need not wait long for its turn. */
const textsAtOnce = 24

/** A transcript is new or changed: its vectors are made, where there is a model for that. */
export async function queueEmbedding(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  content_id: string,
  order: JobOrder,
): Promise<void> {
  if (!(await selectModel(tx))) return
  const organizationId = await organizationOf(tx, content_id)
  await queue.enqueue(tx, embedJob.of({ content_id }, undefined, { ...order, organizationId }))
}

/**
 * At the start, and when models come or go: what another model made is dropped, and the rest is
 * read. Choice: also where the model is only out of reach; its vectors are made anew within minutes.
 */
export async function noticeEmbeddingModel({
  db,
  queue,
  embedder,
}: Pick<Deps, 'db' | 'queue' | 'embedder'>): Promise<void> {
  const model = await embedder.model()
  // One organization asked for the model, and it is for all.
  await forAllOrganizations(() =>
    db.transaction(async (tx) => {
      const known = await selectModel(tx)
      if (known?.id !== model?.id) await replaceModel(tx, model)
      if (model) await queueNext({ queue }, tx, await selectUnread(tx))
    }),
  )
}

/** One after another, but those of each organization on their own: it takes turns with the others. */
async function queueNext(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  unread: readonly UnreadRecording[],
): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(unread, (one) => one.organization_id)) {
    const [content_id, ...next] = own.map(({ id }) => id)
    const payload = { ...(content_id !== undefined && { content_id }), next }
    await queue.enqueue(tx, embedJob.of(payload, undefined, { organizationId }))
  }
}

type EmbeddingDeps = Pick<Deps, 'db' | 'queue' | 'embedder' | 'log'>

/** Vectors for the first recording of the job that lacks some; what is made is kept as it comes. */
export async function embedNext(
  deps: EmbeddingDeps,
  run: JobRun<Static<typeof embedJob.payload>>,
): Promise<void> {
  const { db, embedder, log } = deps
  const { content_id: named, next = [] } = run.payload
  const [first, ...others] = await selectUnread(
    db.sql,
    named === undefined ? undefined : [named, ...next],
  )
  const contentId = first?.id
  if (contentId !== undefined) {
    const model = await embedder.model()
    if (!model || model.id !== (await selectModel(db.sql))?.id) return
    try {
      await embedRecording(deps, run, { model, contentId })
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      // Ask goes by words meanwhile; the next transcript and the next start try again.
      if (!run.signal.aborted) log.warn({ err: error }, 'what was said could not be embedded')
      return
    }
  }
  await atEnd(db, run, async (tx) => {
    if (contentId !== undefined) {
      await markEmbedded(tx, contentId)
      afterCommit(tx, (signals) => signals.emit('content.embedded', contentId))
    }
    await queueNext(deps, tx, others.length > 0 ? others : await selectLeft(deps, tx))
  })
}

/** What another job will not come to. */
async function selectLeft({ queue }: Pick<Deps, 'queue'>, tx: Tx): Promise<UnreadRecording[]> {
  return (await queue.listPayloads(tx, embedJob)).length > 0 ? [] : selectUnread(tx)
}

async function embedRecording(
  { db, embedder }: EmbeddingDeps,
  run: JobRun<object>,
  { model, contentId }: { model: EmbeddingModel; contentId: string },
): Promise<void> {
  for (;;) {
    const unread = await selectUnreadSegments(db.sql, contentId, textsAtOnce)
    if (unread.length === 0) return
    const vectors = meanVectors(await embedder.embed(model, unread.flatMap(textsOf), run.signal))
    const rows = unread.map((segment, at) => ({ ...segment, vector: vectors[at] ?? [] }))
    const from = { modelId: model.id, contentId }
    await whileCurrent(db, run, (tx) => insertEmbeddings(tx, from, rows))
    if ((await selectModel(db.sql))?.id !== model.id) return
  }
}

/** Alone and after what was said before it: an answer is often understood from the question. */
export const textsOf = ({ text, before }: Pick<Unread, 'text' | 'before'>): string[] => [
  text,
  `${before ?? ''} ${text}`.trim(),
]

/**
 * Of every two vectors, as of `textsOf`, the mean: its inner product with a question is the mean of two
 * cosines. Measured: either alone found fewer answers.
 */
export function meanVectors(vectors: readonly (readonly number[])[]): number[][] {
  return Array.from({ length: vectors.length / 2 }, (_, at) => {
    const within = vectors[2 * at + 1] ?? []
    return (vectors[2 * at] ?? []).map((value, place) => (value + (within[place] ?? 0)) / 2)
  })
}
