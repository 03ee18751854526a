// State transitions of an item (api-choices.md 9). Each returns false where the item has already
// moved on.
import type { JobErrorCode } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Echo } from '../../db/tables.ts'
import type { SpeechOptions } from './speech-options.ts'
import { updateContent } from './store.ts'

const noError = { error_code: null, error_message: null }

/** All bytes have arrived; stores their hash, and their type where only they told it. */
export const noteReceived = (
  tx: Tx,
  id: string,
  { sha256, content_type: type = null }: { sha256: string; content_type?: string | null },
): Promise<boolean> =>
  updateContent(tx, id, ['uploaded'], { sha256, ...(type !== null && { content_type: type }) })

export const startProcessing = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  updateContent(tx, id, ['uploaded', 'completed', 'failed'], {
    status: 'processing',
    stage: 'queued',
    progress: 0,
    remaining_seconds: null,
    is_announced: false,
    ...noError,
    updated_at: now,
  })

/** Still processing, but without a job until resumed; `progress` keeps what is done. */
export const markPaused = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  updateContent(tx, id, ['processing'], {
    stage: 'paused',
    remaining_seconds: null,
    updated_at: now,
  })

/** Out of a pause, or handed back to the queue; `progress` keeps what is done. */
export const markQueued = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  updateContent(tx, id, ['processing'], {
    stage: 'queued',
    remaining_seconds: null,
    updated_at: now,
  })

/** transcription.started is sent once per transcription, however often that is interrupted. */
export const markAnnounced = (tx: Tx, id: string): Promise<boolean> =>
  updateContent(tx, id, ['processing'], { is_announced: true })

/** Choice: omitted options stay as they are, as in every PATCH; null falls back to the project's. */
export const chooseSpeech = async (tx: Tx, id: string, options: SpeechOptions): Promise<boolean> =>
  Object.keys(options).length > 0 && updateContent(tx, id, ['completed', 'failed'], options)

export type Stage = 'probing' | 'transcribing' | 'finishing' | 'waiting_for_space'

export const noteProgress = (
  tx: Tx,
  id: string,
  step: { stage?: Stage; progress: number; remaining_seconds?: number | null },
): Promise<boolean> => updateContent(tx, id, ['processing'], step)

export const noteMedia = (
  tx: Tx,
  id: string,
  media: { has_video: boolean; audio_tracks: number; audio_channels: number | null },
): Promise<boolean> => updateContent(tx, id, ['processing'], media)

export const markCompleted = (
  tx: Tx,
  id: string,
  facts: { duration_seconds: number; echo: Echo | null },
  now: Date,
): Promise<boolean> =>
  updateContent(tx, id, ['processing'], {
    status: 'completed',
    stage: null,
    progress: null,
    remaining_seconds: null,
    ...facts,
    ...noError,
    updated_at: now,
  })

export const markFailed = (
  tx: Tx,
  id: string,
  error: { code: JobErrorCode; message: string },
  now: Date,
): Promise<boolean> =>
  updateContent(tx, id, ['processing'], {
    status: 'failed',
    stage: null,
    progress: null,
    remaining_seconds: null,
    error_code: error.code,
    error_message: error.message,
    updated_at: now,
  })
