import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { toContentItem, type ContentItem, type ContentRow } from '../content/content-item.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import type { SpeechOptions } from '../content/speech-options.ts'
import { chooseSpeech } from '../content/status.ts'
import { requireAudio } from '../imports/formats.ts'
import { readSpeechModels, requireSpeech } from '../models/models.ts'
import { requireProject } from '../projects/projects.ts'
import { resolveSpeech } from './settings.ts'
import { queueTranscription, requireTranscriber } from './transcription.ts'

/**
 * Transcribes again; the old transcript stays readable until the new one replaces it. An import that
 * failed is read again.
 */
export async function reprocessContent(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs' | 'transcriber' | 'config'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  options: SpeechOptions,
): Promise<ContentItem> {
  const { sql } = deps.db
  const found = await requireContent(sql, caller, projectId, contentId)
  if (found.status !== 'failed') requireAudio(found)
  requireSettled(found)
  const speech = resolveSpeech(
    { ...found, ...options },
    await requireProject(sql, caller, projectId),
  )
  requireSpeech(await readSpeechModels(deps, caller, options), options, speech)
  if ((await deps.blobs.stat(contentId))?.bytes !== found.size_bytes) {
    throw new ApiError('upload_incomplete', 'The file of this recording is missing.')
  }
  if (found.source === 'recording') await requireTranscriber(deps, speech.speech_model)
  return deps.db.transaction(async (tx) => {
    requireSettled(await requireContent(tx, caller, projectId, contentId))
    await chooseSpeech(tx, contentId, options)
    return toContentItem(await queueTranscription(deps, tx, contentId))
  })
}

function requireSettled({ status }: ContentRow): void {
  if (status === 'processing') {
    throw new ApiError('content_processing', 'This recording is being transcribed already.')
  }
  if (status === 'uploaded') {
    throw new ApiError('upload_incomplete', 'The upload of this recording is not complete.')
  }
}
