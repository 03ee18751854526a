import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ContentDetail } from '../api/types.ts'
import { stageLabel } from '../features/content/content-state.tsx'
import { failureHelp } from '../features/content/failure-help.ts'
import { seekTo, usePlayer } from '../features/transcripts/player-store.ts'
import { TranscriptView } from '../features/transcripts/transcript-view.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { EmptyState, FailureState } from '../ui/states.tsx'
import { FileText } from 'lucide-react'
import styles from './recording-text.module.css'

const route = getRouteApi('/projects/$projectId/recordings/$contentId')

/** The words of a recording, or why they are not there. */
export function RecordingText({ recording }: { recording: ContentDetail }) {
  const { find = '', at } = route.useSearch()
  const navigate = route.useNavigate()
  useOpenAt(at)
  const search = (text: string) =>
    void navigate({
      replace: true,
      search: ({ find: _before, ...others }) => (text ? { ...others, find: text } : others),
    })
  return (
    <>
      <Work recording={recording} />
      {recording.transcript ? (
        <TranscriptView transcript={recording.transcript} find={find} onFind={search} />
      ) : null}
    </>
  )
}

/** Begins where the address says, once the player knows its recording. */
function useOpenAt(seconds: number | undefined) {
  const isReady = usePlayer(({ element, duration }) => element !== null && duration > 0)
  const done = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!isReady || seconds === undefined || done.current === seconds) return
    done.current = seconds
    seekTo(seconds)
  }, [isReady, seconds])
}

function Work({ recording }: { recording: ContentDetail }) {
  const { status, stage, progress, error, filename, transcript } = recording
  if (status === 'failed') {
    const { code, message } = error ?? { code: 'internal_error', message: 'The cause is unknown.' }
    return (
      <FailureState title="This recording could not be written down" cause={message} code={code}>
        <p>{failureHelp(code)}</p>
      </FailureState>
    )
  }
  if (status === 'processing') {
    return (
      <Panel>
        <output className={styles['work']}>
          {stageLabel(stage)}
          {transcript ? ' again; the transcript below is the one before' : ''}
        </output>
        <ProgressBar label={`Work on ${filename}`} share={progress ?? 0} />
        <p className={styles['note']}>The words appear here when they are ready.</p>
      </Panel>
    )
  }
  if (status === 'uploaded') {
    return (
      <Panel>
        <EmptyState icon={<FileText size={20} />} title="The upload is not complete">
          The file has not arrived in full. Add it again from the project; this entry can be
          deleted.
        </EmptyState>
      </Panel>
    )
  }
  return null
}
