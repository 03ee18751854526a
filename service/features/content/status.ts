// The moves of an item through its states (choices.md 9). Each is false where the item has moved on.
import type { JobErrorCode } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Echo } from '../../db/tables.ts'
import { updateContent } from './store.ts'

const noError = { error_code: null, error_message: null }

/** The bytes are all there: what their hash is. */
export const noteReceived = (tx: Tx, id: string, sha256: string): Promise<boolean> =>
  updateContent(tx, id, ['uploaded'], { sha256 })

export const startProcessing = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  updateContent(tx, id, ['uploaded', 'completed', 'failed'], {
    status: 'processing',
    stage: 'queued',
    progress: 0,
    remaining_seconds: null,
    ...noError,
    updated_at: now,
  })

export type Stage = 'probing' | 'transcribing' | 'finishing'

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
