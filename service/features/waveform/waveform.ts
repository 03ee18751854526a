import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { Waveform as Drawn } from '../../engine/engine.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { requireAudio } from '../imports/formats.ts'
import type { Waveform } from './schema.ts'
import { selectWaveform, upsertWaveform } from './store.ts'

/**
 * How loud a recording is from end to end. Choice: one that was decoded before waveforms were kept
 * has none until it is transcribed again, as drawing it would mean decoding it while someone waits.
 */
export async function readWaveform(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<Waveform> {
  requireAudio(await requireContent(db.sql, caller, projectId, contentId))
  const row = await selectWaveform(db.sql, contentId)
  if (!row) {
    throw new ApiError(
      'waveform_missing',
      'This recording has no waveform. It is drawn while the recording is transcribed.',
    )
  }
  const { seconds_per_peak, peaks, quiet } = row
  return { content_id: contentId, seconds_per_peak, channels: peaks.length, peaks, quiet }
}

/** Keeps what was drawn when the sound was decoded; the newest takes the place of the one before. */
export const keepWaveform = (tx: Tx, contentId: string, drawn: Drawn, now: Date): Promise<void> =>
  upsertWaveform(tx, {
    content_id: contentId,
    seconds_per_peak: drawn.secondsPerPeak,
    peaks: JSON.stringify(drawn.peaks),
    quiet: JSON.stringify(drawn.quiet),
    created_at: now,
  })
