import type { Caller } from '../../../core/caller.ts'
import { toIso } from '../../../core/time.ts'
import type { Deps } from '../../../deps.ts'
import { chaptersOf } from '../../chapters/chapters.ts'
import { requireContent } from '../../content/content.ts'
import { timeOf } from '../../content/content-item.ts'
import { readTranscript, type TranscriptRef } from '../transcripts.ts'
import { fileFormats, hasHeadings, type FileFormat, type Format } from './formats.ts'
import { inItsLanguage } from './own-words.ts'
import { titleOf, type Marks } from './transcript-file.ts'

/** Renders a transcript in a file format. */
export async function exportTranscript(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  ref: TranscriptRef,
  { format, ...marks }: Marks & { format: FileFormat },
): Promise<string | Buffer> {
  const transcript = await readTranscript(deps, caller, ref)
  const content = await requireContent(deps.db.sql, caller, ref.projectId, ref.contentId)
  const source = {
    transcript: inItsLanguage(transcript),
    title: titleOf(content.shown_title),
    recordedAt: toIso(timeOf(content)),
    durationSeconds: content.duration_seconds,
    chapters: marks.chapters && hasHeadings(format) ? await chaptersOf(transcript) : [],
  }
  return fileFormats[format].write(source, marks)
}

/** The name of the exported file: the recording's title with the format's extension. */
export async function nameExport(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: TranscriptRef,
  format: Format,
): Promise<string> {
  const { shown_title: title } = await requireContent(db.sql, caller, projectId, contentId)
  return `${titleOf(title)}.${format}`
}
