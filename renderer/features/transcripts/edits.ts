// Every edit a reader can make to a transcript: how to send it, how to preview it until the service
// answers, and how to undo it.
import {
  mergeSpeakers,
  splitSegment,
  splitSpeaker,
  updateSegment,
  updateSpeaker,
  type Transcript,
  type TranscriptChange,
} from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { i18n } from '../../i18n/i18n.ts'

export type Edit =
  | { kind: 'text'; segmentId: string; text: string }
  /** To a listed speaker, or to a speaker by name. */
  | { kind: 'assign'; segmentId: string; to: { speaker_id: string } | { speaker: string } }
  | { kind: 'rename'; speakerId: string; name: string | null }
  | { kind: 'merge'; speakerId: string; into: string }
  /** Lines of one speaker that somebody else said. */
  | { kind: 'split'; speakerId: string; segmentIds: readonly string[]; name: string | null }
  /** Splits the line in two; `speakerId` said the second part, by default the same speaker. */
  | { kind: 'cut'; segmentId: string; wordIndex: number; speakerId?: string }

export async function sendEdit(contentRef: ContentRef, edit: Edit): Promise<TranscriptChange> {
  switch (edit.kind) {
    case 'text': {
      const path = { ...contentRef, segmentId: edit.segmentId }
      return (await updateSegment({ path, body: { text: edit.text } })).data
    }
    case 'assign': {
      const path = { ...contentRef, segmentId: edit.segmentId }
      return (await updateSegment({ path, body: edit.to })).data
    }
    case 'cut': {
      const { segmentId, wordIndex, speakerId } = edit
      const body = { word_index: wordIndex, ...(speakerId && { speaker_id: speakerId }) }
      return (await splitSegment({ path: { ...contentRef, segmentId }, body })).data
    }
    case 'rename': {
      const path = { ...contentRef, speakerId: edit.speakerId }
      return (await updateSpeaker({ path, body: { name: edit.name } })).data
    }
    case 'merge': {
      const path = { ...contentRef, speakerId: edit.speakerId }
      return (await mergeSpeakers({ path, body: { into: edit.into } })).data
    }
    case 'split': {
      const { segmentIds, name } = edit
      const path = { ...contentRef, speakerId: edit.speakerId }
      const body = { segment_ids: [...segmentIds], ...(name !== null && { name }) }
      return (await splitSpeaker({ path, body })).data
    }
  }
}

/** What the reader sees at once; unchanged if only the service knows the outcome (new ids). */
export function preview(transcript: Transcript, edit: Edit): Transcript {
  const { segments, speakers } = transcript
  if (edit.kind === 'text') {
    const { segmentId, text } = edit
    return { ...transcript, segments: change(segments, (one) => one.id === segmentId, { text }) }
  }
  if (edit.kind === 'assign' && 'speaker_id' in edit.to) {
    const { segmentId, to } = edit
    return { ...transcript, segments: change(segments, (one) => one.id === segmentId, to) }
  }
  if (edit.kind === 'rename') {
    const { speakerId, name } = edit
    return { ...transcript, speakers: change(speakers, ({ id }) => id === speakerId, { name }) }
  }
  if (edit.kind === 'merge') {
    const to = { speaker_id: edit.into }
    const isTheirs = ({ speaker_id: id }: { speaker_id: string }) => id === edit.speakerId
    return { ...transcript, segments: change(segments, isTheirs, to) }
  }
  return transcript
}

/** Reverts the preview of a failed edit; keeps changes made since. */
export function withdraw(now: Transcript, before: Transcript, edit: Edit): Transcript {
  if (edit.kind === 'rename') {
    const name = before.speakers.find(({ id }) => id === edit.speakerId)?.name ?? null
    return { ...now, speakers: change(now.speakers, ({ id }) => id === edit.speakerId, { name }) }
  }
  const shown = new Map(
    before.segments
      .filter(({ id, speaker_id: speaker }) =>
        edit.kind === 'merge' ? speaker === edit.speakerId : id === segmentOf(edit),
      )
      .map((segment) => [segment.id, segment]),
  )
  return { ...now, segments: now.segments.map((segment) => shown.get(segment.id) ?? segment) }
}

const segmentOf = (edit: Edit): string | null => ('segmentId' in edit ? edit.segmentId : null)

const change = <T>(items: readonly T[], isMeant: (item: T) => boolean, part: Partial<T>): T[] =>
  items.map((item) => (isMeant(item) ? { ...item, ...part } : item))

/**
 * The edit that undoes another, or null if only restoring an older version can.
 * @param before the transcript before the edit; only the speakers and texts of
 * its segments are used
 */
export function inverseOf(edit: Edit, before: Transcript, made: TranscriptChange): Edit | null {
  switch (edit.kind) {
    case 'text': {
      const segment = before.segments.find(({ id }) => id === edit.segmentId)
      if (!segment || made.removed_segment_ids.includes(segment.id)) return null
      return { kind: 'text', segmentId: segment.id, text: segment.text }
    }
    case 'assign': {
      const segment = before.segments.find(({ id }) => id === edit.segmentId)
      return segment ? returnTo(segment.id, segment.speaker_id, before, made) : null
    }
    case 'rename': {
      const speaker = before.speakers.find(({ id }) => id === edit.speakerId)
      return speaker ? { kind: 'rename', speakerId: speaker.id, name: speaker.name } : null
    }
    case 'merge': {
      const theirs = before.segments.filter(({ speaker_id: id }) => id === edit.speakerId)
      const speaker = before.speakers.find(({ id }) => id === edit.speakerId)
      if (!speaker || theirs.length === 0) return null
      const segmentIds = theirs.map(({ id }) => id)
      return { kind: 'split', speakerId: edit.into, segmentIds, name: speaker.name }
    }
    case 'split': {
      const added = made.speakers.find(({ id }) => before.speakers.every((one) => one.id !== id))
      return added ? { kind: 'merge', speakerId: added.id, into: edit.speakerId } : null
    }
    case 'cut':
      return null
  }
}

/** A speaker without lines is no longer in the list, but can be found again by name. */
function returnTo(
  segmentId: string,
  speakerId: string,
  before: Transcript,
  made: TranscriptChange,
): Edit {
  const isThere = made.speakers.some(({ id }) => id === speakerId)
  const speaker = before.speakers.find(({ id }) => id === speakerId)
  const to =
    isThere || !speaker ? { speaker_id: speakerId } : { speaker: speaker.name ?? speaker.label }
  return { kind: 'assign', segmentId, to }
}

/** What was done, for screen readers and next to the undo button. */
export const sentenceOf = (edit: Edit): string => i18n.t(`transcripts:done.${edit.kind}`)
