import { useMemo, useState } from 'react'
import type { Chapter } from 'earshot/client'
import type { ContentDetail } from '../api/types.ts'
import { evidenceAt } from '../features/analyses/result-shape.ts'
import { useChapters } from '../features/chapters/chapter-outline.tsx'
import { NotesPanel } from '../features/notes/notes-panel.tsx'
import { useNotes } from '../features/notes/queries.ts'
import type { Topic } from '../features/notes/said-around.ts'
import { playFrom, usePlayer } from '../features/transcripts/player-store.ts'
import { editionOf, speakerLooks } from '../features/transcripts/speakers.ts'
import { isBuiltInModel } from '../ui/built-in-model.ts'

type Props = {
  recording: ContentDetail
  /** Notes that somebody took lead the result; an empty field comes last. */
  place: 'first' | 'last'
}

/** The notes of a recording, at one of the two places where they can be. */
export function RecordingNotes({ recording, place }: Props) {
  const { data } = useNotes({ projectId: recording.project_id, contentId: recording.id })
  // As it was when it opened: what somebody writes or deletes here stays under their hands.
  const [isTaken, setTaken] = useState<boolean | null>(null)
  if (data && isTaken === null) setTaken(data.text.trim() !== '')
  if ((isTaken === true) !== (place === 'first')) return null
  return <Notes recording={recording} />
}

/** Connects the notes with the recording's words, chapters, analyses and player. */
function Notes({ recording }: { recording: ContentDetail }) {
  const { id: contentId, project_id: projectId, transcript } = recording
  const contentRef = { projectId, contentId }
  const passages = useMemo(() => {
    if (!transcript) return []
    const lookOf = speakerLooks(transcript)
    return transcript.segments.map((segment) => ({ ...segment, speaker: lookOf(segment).name }))
  }, [transcript])
  const chapters = useChapters(contentRef, transcript ? editionOf(transcript) : null).data
  const context = useMemo(
    () => ({ passages, topics: [...chapterTopics(chapters ?? []), ...claimTopics(recording)] }),
    [passages, chapters, recording],
  )
  return (
    <NotesPanel
      contentRef={contentRef}
      context={context}
      onPlay={playFrom}
      now={() => usePlayer.getState().position}
    />
  )
}

/** Shorter ones are greetings and goodbyes, which nobody writes down. */
const chapterSeconds = 60

const chapterTopics = (chapters: readonly Chapter[]): Topic[] =>
  chapters.flatMap(({ title, gist, start, end }) =>
    title === null || end - start < chapterSeconds
      ? []
      : [{ kind: 'chapter', text: title, about: gist ?? '', start, end }],
  )

const fields = [
  ['decisions', 'decision'],
  ['action_items', 'task'],
] as const

/**
 * What the newest analysis by a language model calls decisions and tasks, where it names their moments.
 * The built-in analyser also picks sentences that are neither. Of those that nobody wrote down most are:
 * to call them missing would mislead.
 */
function claimTopics(recording: ContentDetail): Topic[] {
  const { analyses, last_completed_analyses: before, transcript } = recording
  const segments = new Map(transcript?.segments.map((segment) => [segment.id, segment]))
  return fields.flatMap(([field, kind]) => {
    const found = [...analyses, ...before].find(
      ({ result, model_used: model }) => Array.isArray(result?.[field]) && !isBuiltInModel(model),
    )
    const items = found?.result?.[field]
    if (!found || found.is_outdated || !Array.isArray(items)) return []
    return items.flatMap((text: unknown, at): Topic[] => {
      const [first] = evidenceAt(found.evidence, [field, at]).flatMap(
        (id) => segments.get(id) ?? [],
      )
      if (typeof text !== 'string' || !first) return []
      return [{ kind, text, about: first.text, start: first.start, end: first.end }]
    })
  })
}
