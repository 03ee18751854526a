import { useEffect, useMemo } from 'react'
import type { ContentDetail } from '../api/types.ts'
import { ownAddress } from '../api/own-address.ts'
import { useNotes } from '../features/notes/queries.ts'
import { Player } from '../features/transcripts/player.tsx'
import { knowSilences, seekTo, usePlayer } from '../features/transcripts/player-store.ts'
import { silencesOf } from '../features/transcripts/skip-silence.ts'
import { speakerLooks } from '../features/transcripts/speakers.ts'
import { useFound } from '../features/transcripts/find-matches.ts'
import {
  Waveform,
  WaveformPlaceholder,
  useWaveform,
  type Mark,
} from '../features/waveform/waveform.tsx'
import { shownName } from '../ui/shown-name.ts'

type Props = {
  recording: ContentDetail
  media: NonNullable<ContentDetail['media']>
  /** Whether to resume at the last position; false if the address names a position. */
  resumes: boolean
}

/** Connects the player with the recording's waveform, speakers and silences. */
export function RecordingPlayer({ recording, media, resumes }: Props) {
  const { id, project_id: projectId, transcript, status } = recording
  const isDrawn = transcript !== null && status === 'completed'
  const waveform = useWaveform({ projectId, contentId: id }, isDrawn)
  const quiet = waveform.data?.quiet
  const segments = transcript?.segments
  const element = usePlayer((state) => state.element)
  useEffect(() => {
    // Repeat this for every new media element, because it starts without silences.
    if (element && quiet && segments) knowSilences(silencesOf(quiet, segments))
  }, [element, quiet, segments])
  return (
    <Player
      key={media.url}
      contentId={id}
      url={ownAddress(media.url)}
      hasVideo={media.has_video}
      name={shownName(recording)}
      lengthSeconds={recording.duration_seconds}
      resumes={resumes}
      hasTranscript={transcript !== null}
    >
      {waveform.data ? <Picture recording={recording} waveform={waveform.data} /> : null}
      {waveform.isLoading ? <WaveformPlaceholder /> : null}
    </Player>
  )
}

type PictureProps = {
  recording: ContentDetail
  waveform: NonNullable<ReturnType<typeof useWaveform>['data']>
}

function Picture({ recording, waveform }: PictureProps) {
  const { transcript, duration_seconds: lengthSeconds } = recording
  const { position, duration: known } = usePlayer()
  const duration = known || lengthSeconds || 0
  const voices = useMemo(() => {
    if (!transcript) return []
    const lookOf = speakerLooks(transcript)
    return transcript.segments.map((segment) => ({
      start: segment.start,
      end: segment.end,
      colour: lookOf(segment).colour,
    }))
  }, [transcript])
  const found = useFound((state) => state.moments)
  const contentRef = { projectId: recording.project_id, contentId: recording.id }
  const written = useNotes(contentRef).data?.markers
  const marks = useMemo(() => marksOf(found, written ?? []), [found, written])
  if (duration === 0) return <WaveformPlaceholder />
  return (
    <Waveform
      waveform={waveform}
      duration={duration}
      position={position}
      voices={voices}
      marks={marks}
      onSeek={seekTo}
    />
  )
}

type Written = { at_seconds: number; label: string }

const marksOf = (found: readonly number[], written: readonly Written[]): Mark[] => [
  ...found.map((seconds): Mark => ({ seconds, kind: 'find' })),
  ...written.map(({ at_seconds: seconds, label }): Mark => ({ seconds, kind: 'note', label })),
]
