// What all edits of a transcript have in common: the state they require, the version they write to,
// and their response.
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import { minute } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { contentPath, requireContent, type ContentRef } from '../content/content.ts'
import { recordEvent } from '../events/events.ts'
import { indexTranscript } from '../search/index-content.ts'
import {
  provenanceOf,
  toSegmentRecords,
  toSpeakerRecords,
  type Talk,
  type HeadRow,
} from '../transcripts/record.ts'
import { numberOf, separatorOf } from '../transcripts/segments.ts'
import { findRoot, missingTranscript, nextVersion, findHead } from '../transcripts/transcripts.ts'
import { listSuggestions } from '../voices/voices.ts'
import type { TranscriptChange } from './schema.ts'
import {
  hasAnalysis,
  insertCopy,
  lockContent,
  selectLastSpeaker,
  selectTalk,
  updateHead,
  updateText,
  type Key,
} from './store.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'queue'>

/** What an edit will do. Nothing is written until the whole edit has been validated. */
export type Plan = {
  /** The changed segments, as they will be stored. */
  segments: StoredSegment[]
  removed?: string[]
  /** All speakers; any left without a segment are dropped. */
  speakers: StoredSpeaker[]
  /** Change in the word count; null if the text stays the same. */
  wordDelta: number | null
  write: (key: Key) => Promise<void>
}

/** The transcript being edited, inside the transaction that edits it. */
export type Draft = { tx: Tx; head: HeadRow; projectId: string }

// Choice: a round of corrections makes one version, as people think of it; after a pause this long,
// the next edit starts another.
const roundMs = 30 * minute

/** Runs one edit in one transaction. `plan` returns null if nothing would change. */
export async function editTranscript(
  deps: EditDeps,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  plan: (draft: Draft) => Promise<Plan | null>,
): Promise<TranscriptChange> {
  return deps.db.transaction(async (tx) => {
    const head = await requireEditable(tx, caller, { projectId, contentId })
    const planned = await plan({ tx, head, projectId })
    if (planned === null) return toChange(tx, head, await selectTalk(tx, head), { segments: [] })
    const key = await openVersion(deps, tx, caller, { projectId, head })
    await planned.write(key)
    const { settled, talk } = await settle(deps, tx, key, planned)
    return toChange(tx, settled, talk, planned)
  })
}

/** The newest version; 409 if there is none yet or the recording is being transcribed again. */
export async function requireEditable(tx: Tx, caller: Caller, ref: ContentRef): Promise<HeadRow> {
  await requireContent(tx, caller, ref.projectId, ref.contentId)
  const status = await lockContent(tx, ref.contentId)
  if (status === 'processing') {
    throw new ApiError('content_processing', 'This recording is being transcribed; edit it then.')
  }
  const head = await findHead(tx, ref.contentId)
  if (head) return head
  throw missingTranscript(status)
}

/** The version to write to: the newest during a round of corrections, otherwise a copy of it. */
async function openVersion(
  deps: EditDeps,
  tx: Tx,
  caller: Caller,
  { projectId, head }: { projectId: string; head: HeadRow },
): Promise<Key> {
  const now = deps.clock.now()
  const isOpen =
    head.origin === 'edited' &&
    head.edited_by === caller.memberId &&
    now.getTime() - head.updated_at.getTime() < roundMs &&
    !(await hasAnalysis(tx, head.content_id, head.version))
  if (isOpen) return head
  return addVersion(deps, tx, caller, {
    projectId,
    contentId: head.content_id,
    basedOn: head.version,
    origin: 'edited',
  })
}

type Addition = ContentRef & { basedOn: number; origin: 'edited' | 'restored' }

/** Copies a version as the newest one and records the event. */
export async function addVersion(
  deps: EditDeps,
  tx: Tx,
  caller: Caller,
  { projectId, contentId, basedOn, origin }: Addition,
): Promise<Key> {
  const version = await nextVersion(tx, contentId)
  const edited_by = caller.memberId
  const now = deps.clock.now()
  await insertCopy(tx, contentId, { version, based_on: basedOn, origin, edited_by, now })
  await announceVersion(deps, tx, caller, { projectId, contentId, version, origin })
  return { content_id: contentId, version }
}

type NewVersion = ContentRef & { version: number; origin: 'edited' | 'restored' | 'imported' }

/** Records transcript.updated. Resolves to the id of the event. */
export const announceVersion = (
  deps: EditDeps,
  tx: Tx,
  caller: Caller,
  { projectId, contentId, version, origin }: NewVersion,
): Promise<string> =>
  recordEvent(deps, tx, {
    event: 'transcript.updated',
    organizationId: caller.organizationId,
    projectId,
    data: { content_id: contentId, version, origin },
    link: `${contentPath(projectId, contentId)}/transcript`,
  })

/** Updates what is derived from the segments: speakers, text, counts, and the search index. */
async function settle(deps: EditDeps, tx: Tx, key: Key, plan: Plan) {
  const talk = await selectTalk(tx, key)
  const before = await requireHead(tx, key)
  const numbers = plan.speakers.map(({ id }) => numberOf(id))
  await updateHead(tx, key, {
    speakers: plan.speakers.filter(({ id }) => talk.has(id)),
    last_speaker: Math.max(await selectLastSpeaker(tx, key.content_id), ...numbers),
    word_count: before.word_count + (plan.wordDelta ?? 0),
    updated_at: deps.clock.now(),
  })
  const hasNewWords = plan.wordDelta !== null
  if (hasNewWords) await updateText(tx, key, separatorOf(before.language))
  await indexTranscript(deps, tx, key.content_id, { hasNewWords })
  return { settled: await requireHead(tx, key), talk }
}

async function requireHead(tx: Tx, { content_id: id, version }: Key): Promise<HeadRow> {
  const head = await findHead(tx, id, version)
  if (!head) throw new Error('A version of a transcript was not stored.')
  return head
}

async function toChange(
  tx: Tx,
  head: HeadRow,
  talk: Talk,
  { segments, removed = [] }: Pick<Plan, 'segments' | 'removed'>,
): Promise<TranscriptChange> {
  const suggestions = await listSuggestions(tx, head.content_id, await findRoot(tx, head))
  return {
    content_id: head.content_id,
    ...provenanceOf(head),
    speakers: toSpeakerRecords(head.speakers, { talk, suggestions }),
    segments: toSegmentRecords({ ...head, segments }),
    removed_segment_ids: removed,
  }
}
