import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { answeredIn } from '../analyses/answered.ts'
import { chaptersOf } from '../chapters/chapters.ts'
import { timeOf } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import { inItsLanguage } from '../transcripts/exports/own-words.ts'
import { titleOf } from '../transcripts/exports/transcript-file.ts'
import { describeTranscript, findTranscript } from '../transcripts/transcripts.ts'
import type { NoteSource } from './note-text.ts'
import {
  selectAnalysesOf,
  selectHome,
  selectNotesOf,
  selectTasksOf,
  type Home,
} from './source-store.ts'

/** All that a recording's note says; undefined while it has no transcript. */
export async function loadNote(
  tx: Tx,
  contentId: string,
  home: Pick<Home, 'project_id' | 'project_name'>,
): Promise<NoteSource | undefined> {
  const content = await findContent(tx, contentId)
  const row = content && (await findTranscript(tx, contentId))
  if (!row) return undefined
  const described = await describeTranscript(tx, row)
  const transcript = inItsLanguage(described)
  const starts = new Map(transcript.segments.map(({ id, start }) => [id, start]))
  const tasks = await selectTasksOf(tx, contentId)
  const analyses = await selectAnalysesOf(tx, contentId)
  const notes = await selectNotesOf(tx, contentId)
  return {
    projectId: home.project_id,
    projectName: home.project_name,
    transcript,
    title: titleOf(content.shown_title),
    recordedAt: toIso(timeOf(content)),
    durationSeconds: content.duration_seconds,
    chapters: await chaptersOf(described),
    analyses: analyses
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((one) => ({ name: one.prompt_name, result: answeredIn(one) })),
    tasks: tasks.map(({ segment_ids: ids, ...task }) => ({
      id: task.id,
      text: task.text,
      owner: task.owner,
      due: task.due_on ?? task.due,
      isDone: task.done_at !== null,
      at: starts.get(ids[0] ?? '') ?? null,
    })),
    notes: notes ?? { text: '', markers: [] },
  }
}

/** Why there is nothing more to write about a recording. */
export type Absence = 'deleted' | 'in the bin' | 'in a project without a notes folder'

export async function readHome(
  tx: Tx,
  contentId: string,
): Promise<{ home: Home & { folder: string } } | { absence: Absence }> {
  const home = await selectHome(tx, contentId)
  if (!home) return { absence: 'deleted' }
  if (!home.is_shown || home.trashed_at !== null) return { absence: 'in the bin' }
  const { folder } = home
  return folder === null
    ? { absence: 'in a project without a notes folder' }
    : { home: { ...home, folder } }
}
