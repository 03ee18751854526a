// Edits of individual segments.
import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { StoredSegment, StoredSpeaker } from '../../db/tables.ts'
import { overlaps } from '../../engine/sound/spans.ts'
import type { Deps } from '../../deps.ts'
import type { ContentRef } from '../content/content.ts'
import { separatorOf, withOverlaps, wordCounter } from '../transcripts/segments.ts'
import { alignWords } from './align-words.ts'
import { editTranscript, type Draft, type Plan } from './editing.ts'
import { reassign } from './reassign.ts'
import type { SegmentEdit, SegmentSplit, TranscriptChange } from './schema.ts'
import { findByName, newSpeaker } from './speakers.ts'
import {
  reassignSegments,
  replaceSegment,
  selectSegment,
  selectSegmentsOf,
  type Placed,
} from './store.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'queue'>
type SegmentRef = ContentRef & { segmentId: string }

/** Changes the text of a segment, its speaker, or both; an empty text removes it. */
export async function changeSegment(
  deps: EditDeps,
  caller: Caller,
  { segmentId, ...ref }: SegmentRef,
  edit: SegmentEdit,
): Promise<TranscriptChange> {
  if (edit.speaker !== undefined && edit.speaker_id !== undefined) {
    throw errors.invalid('speaker', 'conflict', 'Send speaker or speaker_id, not both.')
  }
  return editTranscript(deps, caller, ref, async (draft) => {
    const found = await requireSegment(draft, segmentId)
    const text = edit.text?.replaceAll(/\s+/g, ' ').trim()
    const { segment } = found
    // Choice: emptying a line that nobody said removes it; older versions still have it.
    if (text === '') return replace(draft, found, await giveLast(draft, found, [segment], null))
    const { language } = { ...draft.head, ...segment }
    const speakers = await withSpeaker(draft, edit)
    const to = speakers.chosen ?? segment.speaker_id
    const isSame = text === undefined || text === segment.text
    if (isSame && to === segment.speaker_id) return null
    const line = isSame ? segment : { ...segment, text, words: alignWords(segment, text, language) }
    return replace(draft, found, await giveLast(draft, found, [line], to), speakers.all)
  })
}

/** Splits a segment at a word; the second part may get another speaker. */
export async function splitSegment(
  deps: EditDeps,
  caller: Caller,
  { segmentId, ...ref }: SegmentRef,
  { word_index: index, speaker_id }: SegmentSplit,
): Promise<TranscriptChange> {
  return editTranscript(deps, caller, ref, async (draft) => {
    const found = await requireSegment(draft, segmentId)
    const { chosen } = await withSpeaker(draft, { ...(speaker_id && { speaker_id }) })
    const { segment } = found
    const [last, next] = [segment.words[index - 1], segment.words[index]]
    if (!last || !next) {
      const message = `This segment has ${segment.words.length} words.`
      throw errors.invalid('word_index', 'out_of_range', message)
    }
    const cut = textBefore(segment, index)
    const first: StoredSegment = {
      ...segment,
      end: last.end,
      text: segment.text.slice(0, cut).trim(),
      words: segment.words.slice(0, index),
    }
    const second: StoredSegment = {
      ...segment,
      id: newId('seg'),
      start: next.start,
      text: segment.text.slice(cut).trim(),
      words: segment.words.slice(index),
    }
    const lines = [first, second].map(cutOverlaps)
    return replace(draft, found, await giveLast(draft, found, lines, chosen ?? segment.speaker_id))
  })
}

/** The offset in the text at which the word with this index begins. */
function textBefore({ text, words }: StoredSegment, index: number): number {
  let at = 0
  for (const [place, word] of words.entries()) {
    const found = text.indexOf(word.text, at)
    if (place === index) return found < 0 ? at : found
    if (found >= 0) at = found + word.text.length
  }
  return at
}

async function requireSegment({ tx, head }: Draft, id: string): Promise<Placed> {
  const found = await selectSegment(tx, head, id)
  if (!found) throw errors.notFound('segment')
  return found
}

type Chosen = { chosen: string | undefined; all: StoredSpeaker[] }

/** The speaker that an edit refers to, created if the name is new. */
async function withSpeaker(
  draft: Draft,
  { speaker_id: id, speaker: name }: Pick<SegmentEdit, 'speaker_id' | 'speaker'>,
): Promise<Chosen> {
  const { speakers } = draft.head
  if (id !== undefined && !speakers.some((speaker) => speaker.id === id)) {
    throw errors.invalid('speaker_id', 'unknown', 'The recording has no speaker with this id.')
  }
  if (name === undefined) return { chosen: id, all: speakers }
  const found = findByName(speakers, name)
  if (found) return { chosen: found.id, all: speakers }
  const added = await newSpeaker(draft, name)
  return { chosen: added.id, all: [...speakers, added] }
}

/** What a segment leaves of who speaks meanwhile to one that is cut from it. */
const cutOverlaps = (segment: StoredSegment): StoredSegment => {
  const { overlaps: told = [] } = segment
  const kept = told.flatMap((overlap) =>
    overlaps([segment], [overlap]).map((span) => ({ ...overlap, ...span })),
  )
  return withOverlaps({ ...segment, overlaps: kept }, ({ speaker_id: id }) => id)
}

/** What takes the place of a segment, and which others change with it. */
type Replacement = { lines: StoredSegment[]; others: StoredSegment[] }

/** Gives the last of the lines that take a segment's place to somebody else; to nobody, it is gone. */
async function giveLast(
  { tx, head }: Draft,
  { segment: before }: Placed,
  lines: StoredSegment[],
  to: string | null,
): Promise<Replacement> {
  const from = before.speaker_id
  const last = lines.at(-1)
  if (to === from || last === undefined) return { lines, others: [] }
  const segments = await selectSegmentsOf(tx, head, from)
  const changed = reassign({
    segments: segments.flatMap((segment) => (segment.id === before.id ? lines : segment)),
    moved: new Set([last.id]),
    ...{ from, to },
  })
  const given = changed.filter(({ id }) => id === last.id)
  return {
    lines: [...lines.slice(0, -1), ...given],
    others: changed.filter(({ id }) => id !== last.id),
  }
}

function replace(
  { tx, head }: Draft,
  { place, segment }: Placed,
  { lines, others }: Replacement,
  speakers: StoredSpeaker[] = head.speakers,
): Plan {
  const count = wordCounter(segment.language ?? head.language)
  const text = lines.map((one) => one.text).join(separatorOf(head.language))
  const delta = lines.reduce((sum, one) => sum + count(one.text), -count(segment.text))
  return {
    segments: [...lines, ...others],
    removed: lines.length === 0 ? [segment.id] : [],
    speakers,
    wordDelta: text === segment.text ? null : delta,
    write: async (key) => {
      await replaceSegment(tx, key, place, lines)
      await reassignSegments(tx, key, others)
    },
  }
}
