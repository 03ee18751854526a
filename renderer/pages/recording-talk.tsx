import { useMemo } from 'react'
import type { ContentDetail } from '../api/types.ts'
import { TalkPanel } from '../features/talk/talk-panel.tsx'
import { playFrom } from '../features/transcripts/player-store.ts'
import { speakerLooks } from '../features/transcripts/speakers.ts'

/** Joins the talk of a recording with the colours of its transcript and with its player. */
export function RecordingTalk({ recording }: { recording: ContentDetail }) {
  const { transcript } = recording
  const colourOf = useMemo(() => {
    const lookOf = transcript ? speakerLooks(transcript) : null
    return (id: string) => lookOf?.({ speaker_id: id, speaker: id }).colour ?? 'var(--speaker-1)'
  }, [transcript])
  if (!transcript) return null
  return (
    <TalkPanel
      contentRef={{ projectId: recording.project_id, contentId: recording.id }}
      edition={`${transcript.version} ${transcript.updated_at}`}
      colourOf={colourOf}
      onSeek={playFrom}
    />
  )
}
