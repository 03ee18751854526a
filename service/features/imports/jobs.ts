import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { readTranscript } from '../../engine/transcript-import/read-transcript.ts'
import { atEnd } from '../../queue/job-writes.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import { announceReadable, failTranscription, publishTranscript } from '../transcription/outcome.ts'
import { readSettings } from '../transcription/settings.ts'
import { transcriptFormatOf } from './formats.ts'
import { importJob } from './import-job.ts'
import { lengthOf, toImportedTranscript } from './to-transcript.ts'

type Run = JobRun<{ content_id: string }>

export const importJobs = (deps: Deps): JobHandler[] => [
  handle(
    importJob,
    (run) => runImport(deps, run),
    ({ content_id }) => giveUp(deps, content_id),
  ),
]

/** Safe to run twice: the result is written in the transaction that ends the job. */
async function runImport(deps: Deps, run: Run): Promise<void> {
  const content = await findContent(deps.db.sql, run.payload.content_id)
  if (content?.status !== 'processing' || content.stage === 'paused') return
  try {
    await importTranscript(deps, run, content)
  } catch (error) {
    if (run.signal.aborted) {
      if (run.signal.reason === 'stopping') throw error
      return
    }
    if (!(error instanceof JobError)) throw error
    await atEnd(deps.db, run, (tx) => failTranscription(deps, tx, content, error))
  }
}

async function importTranscript(deps: Deps, run: Run, content: ContentRow): Promise<void> {
  const startedAt = deps.clock.now().getTime()
  const file = {
    source: deps.blobs.path(content.id),
    format: transcriptFormatOf(content.content_type) ?? 'text',
  }
  const [read, settings] = await Promise.all([
    readTranscript(file, run.signal),
    readSettings(deps.db.sql, content.id),
  ])
  const language = settings.language ?? read.language
  const transcript = toImportedTranscript(read, language)
  await atEnd(deps.db, run, async (tx) => {
    await announceReadable(deps, tx, content)
    await publishTranscript(deps, tx, content.id, {
      transcript,
      language,
      origin: 'imported',
      hasEstimatedTimes: read.hasEstimatedTimes,
      modelUsed: 'import',
      durationSeconds: lengthOf(transcript.segments),
      processingSeconds: (deps.clock.now().getTime() - startedAt) / 1000,
    })
  })
}

async function giveUp(deps: Deps, contentId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const content = await findContent(tx, contentId)
    const error = new JobError('interrupted', 'The import was interrupted too often.')
    if (content?.status === 'processing') await failTranscription(deps, tx, content, error)
  })
}
