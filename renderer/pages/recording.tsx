import { useState, type ReactNode } from 'react'
import type { ContentDetail, Project } from '../api/types.ts'
import { ownAddress } from '../api/own-address.ts'
import { AskBox } from '../features/ask/ask-box.tsx'
import { seekTo } from '../features/transcripts/player-store.ts'
import { Player } from '../features/transcripts/player.tsx'
import { countOf, formatBytes, formatDateTime, formatLength } from '../ui/format.ts'
import { languageName } from '../ui/languages.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { RecordingActions } from './recording-actions.tsx'
import { RecordingAnalysis } from './recording-analysis.tsx'
import { RecordingNotes } from './recording-notes.tsx'
import { RecordingTalk } from './recording-talk.tsx'
import { RecordingTranscribe } from './recording-transcribe.tsx'
import { RecordingText } from './recording-text.tsx'
import styles from './recording.module.css'

type Props = { recording: ContentDetail; crumbs: ReactNode; project: Project | undefined }

/** One recording: what it is, its sound, its words, and what they mean. */
export function Recording({ recording, crumbs, project }: Props) {
  const { media, filename, duration_seconds: lengthSeconds } = recording
  const [isAsking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  return (
    <>
      <PageHeader
        title={filename}
        crumbs={crumbs}
        meta={<Facts recording={recording} />}
        actions={<RecordingActions recording={recording} onTranscribe={ask} />}
      />
      <div className={styles['columns']}>
        <div className={styles['main']}>
          {media ? (
            <Player
              key={media.url}
              url={ownAddress(media.url)}
              hasVideo={media.has_video}
              name={filename}
              lengthSeconds={lengthSeconds}
            />
          ) : null}
          {recording.echo === 'heavy' ? <EchoHint /> : null}
          <RecordingText recording={recording} onTranscribe={ask} />
        </div>
        <div className={styles['side']}>
          {recording.transcript ? (
            <AskBox projectId={recording.project_id} contentId={recording.id} onOpen={seekTo} />
          ) : null}
          <RecordingAnalysis
            recording={recording}
            defaultPromptId={project?.settings.default_prompt_id ?? null}
          />
          <RecordingNotes recording={recording} />
          <RecordingTalk recording={recording} />
        </div>
      </div>
      {isAsking ? (
        <RecordingTranscribe
          recording={recording}
          project={project}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** What is known of the recording, quietly. */
function Facts({ recording }: { recording: ContentDetail }) {
  const { transcript, duration_seconds: seconds, echo } = recording
  return (
    <>
      {seconds === null ? null : <span>{formatLength(seconds)}</span>}
      {transcript ? <TextFacts transcript={transcript} /> : null}
      {echo === 'reduced' ? (
        <span title="One track was heard in the other; lines that came twice were dropped.">
          Echo reduced
        </span>
      ) : null}
      <span>{formatBytes(recording.size_bytes)}</span>
      <span>Added {formatDateTime(recording.created_at)}</span>
    </>
  )
}

const EchoHint = () => (
  <p className={styles['echo']}>
    <strong>Heavy echo.</strong> One track is heard in the other, so some lines may come twice. Use
    headphones next time.
  </p>
)

function TextFacts({ transcript }: { transcript: NonNullable<ContentDetail['transcript']> }) {
  const { language, language_probability: sureness, translated_to: translated } = transcript
  const name = languageName(language)
  return (
    <>
      <span>{countOf(transcript.word_count, 'word')}</span>
      <span title={sureness === null ? undefined : 'Heard by the engine itself'}>
        {sureness === null ? name : `${name}, ${Math.round(sureness * 100)} % sure`}
      </span>
      {translated ? <span>Translated to {languageName(translated)}</span> : null}
      <span>Written by {transcript.model_used}</span>
    </>
  )
}
