import { JobError } from '../../core/errors.ts'
import { toDay } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteRequest } from '../../engine/engine.ts'
import { findContent } from '../content/content.ts'
import { timeOf } from '../content/content-item.ts'
import { notesOf } from '../notes/notes.ts'
import { displayName, withSpeakers } from '../transcripts/segments.ts'
import { findTranscript } from '../transcripts/transcripts.ts'
import { renderPrompt } from './render-prompt.ts'
import { selectProjectSettings } from './store.ts'

export type Source = Awaited<ReturnType<typeof readSource>>

/**
 * What a writer is given of a recording, and from which version of its transcript: the newest one,
 * even where that came after the work was asked for.
 */
export async function readSource(tx: Tx, contentId: string, template: string) {
  const content = await findContent(tx, contentId)
  const transcript = await findTranscript(tx, contentId)
  const project = content && (await selectProjectSettings(tx, content.project_id))
  if (!content || !transcript || !project) {
    throw new JobError('interrupted', 'The recording was removed.')
  }
  const instructions = renderPrompt(template, {
    filename: content.filename,
    durationSeconds: content.duration_seconds,
    language: transcript.language,
    speakers: transcript.speakers.map(displayName),
    projectName: project.name,
    recordedAt: timeOf(content),
  })
  const segments = withSpeakers(transcript).map(({ id, start, end, speaker, text }) => ({
    id,
    start,
    end,
    speaker,
    text,
  }))
  const recordedOn = toDay(timeOf(content))
  const { language, version } = transcript
  const notes = await notesOf(tx, contentId)
  const request: Omit<WriteRequest, 'schema'> = {
    instructions,
    segments,
    language,
    recordedOn,
    ...(notes !== '' && { notes }),
  }
  return { version, request }
}
