import { freeBytesOf } from '../../core/free-bytes.ts'
import { JobError } from '../../core/errors.ts'
import { minute, second } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { DetectedSpeaker, Echo, MediaFacts, Transcription } from '../../engine/engine.ts'
import type { JobOrder } from '../../queue/job.ts'
import { queueAutoAnalysis } from '../analyses/analyses.ts'
import { matchEvent } from '../calendars/match.ts'
import type { ContentRow } from '../content/content-item.ts'
import { contentPath, findContent } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import {
  markAnnounced,
  markCompleted,
  markFailed,
  noteMedia,
  noteProgress,
} from '../content/status.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import { indexTranscript } from '../search/index-content.ts'
import { speakerId, type NewTranscript } from '../transcripts/segments.ts'
import { addTranscript, nextVersion, type Staged } from '../transcripts/transcripts.ts'
import { recordMinutes } from '../usage/usage.ts'
import { rememberVoices } from '../voices/voices.ts'
import { deleteParts } from './store.ts'

type AnnounceDeps = Pick<Deps, 'queue' | 'clock'>

/** The file has audio: stores what it is, and sends transcription.started once per transcription. */
export async function noteReadable(
  deps: Deps,
  tx: Tx,
  content: ContentRow,
  media: MediaFacts,
): Promise<void> {
  await noteMedia(tx, content.id, {
    has_video: media.hasVideo,
    audio_tracks: media.audioTracks.length,
    audio_channels: media.audioTracks[0]?.channels ?? null,
  })
  await noteProgress(tx, content.id, { stage: 'transcribing', progress: 0 })
  await announceReadable(deps, tx, content)
}

/** Sends transcription.started, once per transcription. */
export async function announceReadable(
  deps: AnnounceDeps,
  tx: Tx,
  content: ContentRow,
): Promise<void> {
  if (content.is_announced) return
  await announce(deps, tx, content, { event: 'transcription.started', data: naming(content) })
  await markAnnounced(tx, content.id)
}

/** More lines can be read, up to this second of the recording. */
export const announceLines = (
  deps: AnnounceDeps,
  tx: Tx,
  content: ContentRow,
  transcribed_seconds: number,
): Promise<void> =>
  announce(deps, tx, content, {
    event: 'transcription.progress',
    data: { ...naming(content), transcribed_seconds },
  })

export type Outcome = {
  transcription: Transcription
  transcript: NewTranscript
  /** Where its segments are already; null or left out, they are written with it. */
  staged?: Staged | null
  /** Wall time; null if the work was interrupted. */
  processingSeconds: number | null
} & JobOrder

/** Transcript, status, usage, event, search index and follow-up analysis, all or nothing. */
export async function finishTranscription(
  deps: Deps,
  tx: Tx,
  contentId: string,
  { transcription, ...outcome }: Outcome,
): Promise<void> {
  const published = await publishTranscript(deps, tx, contentId, {
    ...transcription,
    ...outcome,
    origin: 'machine',
    speakerCount: transcription.speakers.length,
  })
  if (!published) return
  await recordMinutes(tx, {
    content_id: contentId,
    organization_id: await organizationOf(tx, contentId),
    minutes: (transcription.durationSeconds * second) / minute,
    created_at: deps.clock.now(),
  })
  const source = { contentId, ...published }
  await rememberVoices(tx, source, transcription.speakers.map(toDetectedVoice))
}

/** A transcript and where it comes from; what is left out is null. */
export type Publication = {
  transcript: NewTranscript
  staged?: Staged | null
  origin: 'machine' | 'imported'
  language: string
  languageProbability?: number | null
  translatedTo?: 'en' | null
  hasEstimatedTimes?: boolean
  modelUsed: string
  durationSeconds: number
  echo?: Echo | null
  processingSeconds: number | null
  /** How many speaker ids are taken; by default those of the transcript. */
  speakerCount?: number
} & JobOrder

/**
 * Completes an item with its transcript: status, event, search index and follow-up analysis.
 * Undefined if it is no longer processing; nothing is written then.
 */
export async function publishTranscript(
  deps: Deps,
  tx: Tx,
  contentId: string,
  publication: Publication,
): Promise<{ projectId: string; version: number } | undefined> {
  await requireRoom(deps.config.dataDir)
  const now = deps.clock.now()
  const { transcript, durationSeconds, echo = null, staged = null } = publication
  const { segments, speakers, text, word_count } = transcript
  const facts = { duration_seconds: durationSeconds, echo }
  if (!(await markCompleted(tx, contentId, facts, now))) return undefined
  const version = await nextVersion(tx, contentId)
  const row = {
    content_id: contentId,
    version,
    text,
    word_count,
    language: publication.language,
    language_probability: publication.languageProbability ?? null,
    translated_to: publication.translatedTo ?? null,
    has_estimated_times: publication.hasEstimatedTimes ?? false,
    processing_seconds: publication.processingSeconds,
    model_used: publication.modelUsed,
    origin: publication.origin,
    speakers: JSON.stringify(speakers),
    last_speaker: publication.speakerCount ?? speakers.length,
    segments: staged ? '[]' : JSON.stringify(segments),
    created_at: now,
    updated_at: now,
  }
  await addTranscript(tx, row, staged)
  await deleteParts(tx, contentId)
  await matchEvent(tx, contentId)
  const content = await findContent(tx, contentId)
  if (!content) return undefined
  await announce(deps, tx, content, {
    event: 'transcription.completed',
    data: { ...naming(content), duration_seconds: durationSeconds, word_count },
  })
  // Before the vectors, which are made in the same lane: people wait for the analysis.
  const { isFirst = false } = publication
  await queueAutoAnalysis(deps, tx, content, { isFirst })
  await indexTranscript(deps, tx, contentId, { isFirst })
  return { projectId: content.project_id, version }
}

/**
 * A commit whose log of writes finds no room ends the database, reserve or not (db/log-reserve.ts): a transcript of ten
 * hours makes 50 MB of log, and as much again is left for everybody else.
 */
const leastFreeBytes = 100 << 20

export async function requireRoom(folder: string): Promise<void> {
  if ((await freeBytesOf(folder)) >= leastFreeBytes) return
  throw new JobError('insufficient_storage', 'The disk has no room for the transcript.')
}

const toDetectedVoice = ({ voice, seconds }: DetectedSpeaker, index: number) => ({
  speakerId: speakerId(index),
  voice,
  seconds,
})

/**
 * Ends the item as failed; a transcript from an earlier run stays readable. False if it is no longer processing; nothing
 * is written then.
 */
export async function failTranscription(
  deps: AnnounceDeps,
  tx: Tx,
  content: ContentRow,
  { code, message }: JobError,
): Promise<boolean> {
  if (!(await markFailed(tx, content.id, { code, message }, deps.clock.now()))) return false
  await deleteParts(tx, content.id)
  await announce(deps, tx, content, {
    event: 'transcription.failed',
    data: { ...naming(content), error: { code, message } },
  })
  return true
}

// Spec: transcription.completed names these fields; the other two follow it (api-choices.md 10).
const naming = ({ id, filename }: ContentRow) => ({ content_id: id, filename })

async function announce(
  deps: AnnounceDeps,
  tx: Tx,
  { id, project_id }: ContentRow,
  content: EventContent<
    | 'transcription.started'
    | 'transcription.progress'
    | 'transcription.completed'
    | 'transcription.failed'
  >,
): Promise<void> {
  await recordEvent(deps, tx, {
    ...content,
    organizationId: await organizationOf(tx, id),
    projectId: project_id,
    link: contentPath(project_id, id),
  })
}
