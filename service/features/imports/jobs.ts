import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { readTranscript } from '../../engine/transcript-import/read-transcript.ts'
import { atEnd } from '../../queue/job-writes.ts'
import type { JobHandler } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { handleContent, type ContentRun } from '../transcription/content-job.ts'
import { announceReadable, publishTranscript } from '../transcription/outcome.ts'
import { stageSegments } from '../transcription/stage-segments.ts'
import { readSettings } from '../transcription/settings.ts'
import { transcriptFormatOf } from './formats.ts'
import { importJob } from './import-job.ts'
import { lengthOf, toImportedTranscript } from './to-transcript.ts'

export const importJobs = (deps: Deps): JobHandler[] => [
  handleContent(deps, {
    definition: importJob,
    work: (run, content) => importTranscript(deps, run, content),
    interrupted: 'The import was interrupted too often.',
  }),
]

/** The result is written in the transaction that ends the job. */
async function importTranscript(deps: Deps, run: ContentRun, content: ContentRow): Promise<void> {
  const startedAt = deps.clock.now().getTime()
  // At most 10 MB (features/uploads).
  const stream = await deps.blobs.read(content.id)
  const file = {
    source: stream ? await buffer(stream) : new Uint8Array(),
    format: transcriptFormatOf(content.content_type) ?? 'text',
  }
  const [read, settings] = await Promise.all([
    readTranscript(file, run.signal),
    readSettings(deps.db.sql, content.id),
  ])
  const language = settings.language ?? read.language
  const transcript = toImportedTranscript(read, language)
  const staged = await stageSegments(deps, run, transcript.segments)
  await atEnd(deps.db, run, async (tx) => {
    await announceReadable(deps, tx, content)
    await publishTranscript(deps, tx, content.id, {
      transcript,
      staged,
      language,
      origin: 'imported',
      hasEstimatedTimes: read.hasEstimatedTimes,
      modelUsed: 'import',
      durationSeconds: lengthOf(transcript.segments),
      processingSeconds: (deps.clock.now().getTime() - startedAt) / 1000,
    })
  })
}
