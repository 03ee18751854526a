import type { ContentDetail } from '../api/types.ts'
import { NotesPanel } from '../features/notes/notes-panel.tsx'
import { playFrom, usePlayer } from '../features/transcripts/player-store.ts'

/** Joins the notes of a recording with its player. */
export const RecordingNotes = ({ recording }: { recording: ContentDetail }) => (
  <NotesPanel
    contentRef={{ projectId: recording.project_id, contentId: recording.id }}
    onPlay={playFrom}
    now={() => usePlayer.getState().position}
  />
)
