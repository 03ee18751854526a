import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileText, RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../api/failure.ts'
import type { ContentDetail } from '../api/types.ts'
import { useRecordingEvent } from '../features/calendars/queries.ts'
import { failureHelp, mayHelpAgain } from '../features/content/failure-help.ts'
import { useTranscriptUpdate } from '../features/content/queries.ts'
import { RetryImport } from '../features/content/retry-import.tsx'
import { WorkPanel } from '../features/content/work-panel.tsx'
import { usePeople } from '../features/members/queries.ts'
import { LinesSoFar } from '../features/transcripts/lines-so-far.tsx'
import { playFrom, seekTo, usePlayer } from '../features/transcripts/player-store.ts'
import { TranscriptView } from '../features/transcripts/transcript-view.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState } from '../ui/states.tsx'

const route = getRouteApi('/projects/$projectId/recordings/$contentId')

type Props = { recording: ContentDetail; onTranscribe: () => void }

/** The transcript of a recording, or why there is none. */
export function RecordingText({ recording, onTranscribe }: Props) {
  // Where the lines so far were read, the whole transcript begins.
  const [readAt, setReadAt] = useState<number | null>(null)
  return (
    <>
      <Work recording={recording} onTranscribe={onTranscribe} onLeave={setReadAt} />
      {recording.transcript ? (
        <Words recording={recording} transcript={recording.transcript} beginAt={readAt} />
      ) : null}
    </>
  )
}

type WordsProps = {
  recording: ContentDetail
  transcript: NonNullable<ContentDetail['transcript']>
  beginAt: number | null
}

function Words({ recording, transcript, beginAt }: WordsProps) {
  const { find = '', at, play, version } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { project_id: projectId, id: contentId } = recording
  const update = useTranscriptUpdate(projectId, contentId)
  const event = useRecordingEvent({ projectId, contentId })
  useOpenAt(at, play ? playFrom : seekTo)
  const onFind = (text: string) =>
    void navigate({
      replace: true,
      // The transcript scrolls to the match itself; the router would restore the old position.
      resetScroll: false,
      search: ({ find: _before, ...others }) => (text ? { ...others, find: text } : others),
    })
  const onVersion = (chosen: number | null) =>
    void navigate({
      search: ({ version: _before, ...others }) =>
        chosen === null ? others : { ...others, version: chosen },
    })
  return (
    <TranscriptView
      contentRef={{ projectId, contentId }}
      transcript={transcript}
      version={version === undefined || version === transcript.version ? null : version}
      people={usePeople()}
      names={event.data?.event?.people ?? noNames}
      canEdit={recording.status !== 'processing'}
      find={find}
      onFind={onFind}
      onVersion={onVersion}
      update={update}
      beginAt={beginAt}
      onRestored={() => queries.invalidateQueries({ queryKey: ['content', projectId, contentId] })}
    />
  )
}

const noNames: readonly string[] = []

/** Starts at the position in the address, once the player has loaded the recording. */
function useOpenAt(seconds: number | undefined, open: (seconds: number) => void) {
  const isReady = usePlayer(
    ({ element, duration, hasSound }) => !hasSound || (element !== null && duration > 0),
  )
  const done = useRef<number | undefined>(undefined)
  const begin = useEffectEvent(open)
  useEffect(() => {
    if (!isReady || seconds === undefined || done.current === seconds) return
    done.current = seconds
    begin(seconds)
  }, [isReady, seconds])
}

type WorkProps = Props & { onLeave: (seconds: number) => void }

function Work({ recording, onTranscribe, onLeave }: WorkProps) {
  const { t } = useTranslation('transcripts')
  const navigate = route.useNavigate()
  const { status, error, transcript } = recording
  if (status === 'failed') {
    const unknown = { code: 'internal_error', message: t('recording.unknownCause') }
    const failed = recording.source === 'import' ? 'recording.failedImport' : 'recording.failedWork'
    const { code, message } = error ? { code: error.code, message: failureWords(error) } : unknown
    return (
      <FailureState
        title={t(code === 'cancelled' ? 'recording.cancelled' : failed)}
        cause={message}
        code={code}
        action={
          recording.source === 'import' ? (
            <RetryImport
              item={recording}
              onReplaced={(contentId) =>
                void navigate({ replace: true, params: (before) => ({ ...before, contentId }) })
              }
            />
          ) : mayHelpAgain(code) ? (
            <Button variant="default" leftSection={<RefreshCw size={15} />} onClick={onTranscribe}>
              {t('recording.transcribe')}
            </Button>
          ) : null
        }
      >
        <p>{failureHelp(code, recording.source)}</p>
      </FailureState>
    )
  }
  if (status === 'processing') {
    const contentRef = { projectId: recording.project_id, contentId: recording.id }
    return (
      <>
        <WorkPanel recording={recording} hasTranscript={transcript !== null} />
        {transcript ? null : <LinesSoFar contentRef={contentRef} onLeave={onLeave} />}
      </>
    )
  }
  if (status === 'uploaded') {
    return (
      <Panel>
        <EmptyState icon={<FileText size={20} />} title={t('recording.incomplete')}>
          {t('recording.incompleteAbout')}
        </EmptyState>
      </Panel>
    )
  }
  return null
}
