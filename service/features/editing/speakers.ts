// Renames, merges and splits the speakers of a recording.
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { ContentRef } from '../content/content.ts'
import { labelOf, speakerId } from '../transcripts/segments.ts'
import { findRoot } from '../transcripts/transcripts.ts'
import { learnVoice } from '../voices/voices.ts'
import { editTranscript, type Draft, type Plan } from './editing.ts'
import { reassign } from './reassign.ts'
import type { SpeakerChange, SpeakerMerge, SpeakerSplit, TranscriptChange } from './schema.ts'
import { reassignSegments, selectLastSpeaker, selectSegmentsOf } from './store.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'queue'>
type SpeakerRef = ContentRef & { speakerId: string }

/** Names a speaker or removes the name. If the project remembers voices, it learns this one. */
export async function changeSpeaker(
  deps: EditDeps,
  caller: Caller,
  { speakerId: id, ...ref }: SpeakerRef,
  change: SpeakerChange,
): Promise<TranscriptChange> {
  return editTranscript(deps, caller, ref, async (draft) => {
    const speaker = requireSpeaker(draft, id)
    const name = change.name === null ? null : tidy(change.name)
    if (name === speaker.name) return null
    if (name !== null) refuseTaken(draft.head.speakers, name, id)
    await learn(deps, draft, { speakerIds: [id], name, formerName: speaker.name })
    return plan(draft, { speakers: renamed(draft.head.speakers, id, name) })
  })
}

/** Moves all of a speaker's segments to another speaker, whose id stays. */
export async function mergeSpeakers(
  deps: EditDeps,
  caller: Caller,
  { speakerId: id, ...ref }: SpeakerRef,
  { into }: SpeakerMerge,
): Promise<TranscriptChange> {
  return editTranscript(deps, caller, ref, async (draft) => {
    const from = requireSpeaker(draft, id)
    const { speakers } = draft.head
    const target = speakers.find((speaker) => speaker.id === into && into !== id)
    if (!target) throw errors.invalid('into', 'unknown', 'There is no other speaker with this id.')
    // Choice: the target keeps its name; if it has none, it takes the merged speaker's.
    const name = target.name ?? from.name
    if (name !== null) await learn(deps, draft, { speakerIds: [id, into], name })
    const segments = await selectSegmentsOf(draft.tx, draft.head, id)
    const changed = reassign({ segments, from: id, to: into })
    return plan(draft, { speakers: renamed(speakers, into, name), changed })
  })
}

/** Moves some of a speaker's segments to a new speaker. */
export async function splitSpeaker(
  deps: EditDeps,
  caller: Caller,
  { speakerId: id, ...ref }: SpeakerRef,
  { segment_ids: ids, name }: SpeakerSplit,
): Promise<TranscriptChange> {
  return editTranscript(deps, caller, ref, async (draft) => {
    requireSpeaker(draft, id)
    if (name !== undefined) refuseTaken(draft.head.speakers, name)
    const segments = await selectSegmentsOf(draft.tx, draft.head, id)
    const own = segments.filter(({ speaker_id }) => speaker_id === id)
    const moved = new Set(ids)
    if (own.filter((segment) => moved.has(segment.id)).length < moved.size) {
      throw errors.invalid('segment_ids', 'unknown', 'Not all are segments of this speaker.')
    }
    if (moved.size === own.length) {
      throw errors.invalid('segment_ids', 'all', 'The speaker must keep a segment; rename instead.')
    }
    const added = await newSpeaker(draft, name ?? null)
    const changed = reassign({ segments, from: id, moved, to: added.id })
    return plan(draft, { speakers: [...draft.head.speakers, added], changed })
  })
}

type Change = { speakers: StoredSpeaker[]; changed?: StoredSegment[] }

const plan = ({ tx }: Draft, { speakers, changed = [] }: Change): Plan => ({
  segments: changed,
  speakers,
  wordDelta: null,
  write: (key) => reassignSegments(tx, key, changed),
})

const renamed = (speakers: readonly StoredSpeaker[], id: string, name: string | null) =>
  speakers.map((speaker) => (speaker.id === id ? { ...speaker, name } : speaker))

/** A speaker with an id never used in this recording and a label that nobody has as a name. */
export async function newSpeaker({ tx, head }: Draft, name: string | null): Promise<StoredSpeaker> {
  let index = await selectLastSpeaker(tx, head.content_id)
  while (findByName(head.speakers, labelOf(index))) index += 1
  return { id: speakerId(index), label: labelOf(index), name: name && tidy(name) }
}

/** The speaker with this name, or else with this label; ignores case. */
export function findByName(
  speakers: readonly StoredSpeaker[],
  name: string,
): StoredSpeaker | undefined {
  const key = comparable(name)
  const isOne = (text: string | null) => text !== null && comparable(text) === key
  return (
    speakers.find((speaker) => isOne(speaker.name)) ?? speakers.find(({ label }) => isOne(label))
  )
}

/** One line in Unicode NFC, so that names that look the same compare equal. */
const tidy = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').normalize('NFC')

const comparable = (name: string): string => tidy(name).toLowerCase()

function requireSpeaker({ head }: Draft, id: string): StoredSpeaker {
  const speaker = head.speakers.find((one) => one.id === id)
  if (!speaker) throw errors.notFound('speaker')
  return speaker
}

/** Choice: a name belongs to one speaker. To give two speakers the same name, merge them. */
function refuseTaken(speakers: readonly StoredSpeaker[], name: string, ownId?: string): void {
  const other = findByName(
    speakers.filter(({ id }) => id !== ownId),
    name,
  )
  if (!other) return
  const message = `${other.id} of this recording is called so; merge the two if they are one.`
  throw new ApiError('speaker_name_taken', message, {
    details: [{ field: 'name', code: 'taken', message }],
  })
}

type Lesson = { speakerIds: string[]; name: string | null; formerName?: string | null }

async function learn(deps: EditDeps, { tx, head, projectId }: Draft, lesson: Lesson) {
  const version = await findRoot(tx, head)
  await learnVoice(deps, tx, { contentId: head.content_id, projectId, version, ...lesson })
}
