import type { ReactNode } from 'react'
import type { ContentDetail } from '../api/types.ts'
import { ownAddress } from '../api/own-address.ts'
import { Player } from '../features/transcripts/player.tsx'
import { formatBytes, formatDateTime, formatLength } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { RecordingActions } from './recording-actions.tsx'
import { RecordingAnalysis } from './recording-analysis.tsx'
import { RecordingText } from './recording-text.tsx'
import styles from './recording.module.css'

type Props = { recording: ContentDetail; crumbs: ReactNode; defaultPromptId: string | null }

/** One recording: what it is, its sound, its words, and what they mean. */
export function Recording({ recording, crumbs, defaultPromptId }: Props) {
  const { media, filename, duration_seconds: lengthSeconds } = recording
  return (
    <>
      <PageHeader
        title={filename}
        crumbs={crumbs}
        meta={<Facts recording={recording} />}
        actions={<RecordingActions recording={recording} />}
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
          <RecordingText recording={recording} />
        </div>
        <div className={styles['side']}>
          <RecordingAnalysis recording={recording} defaultPromptId={defaultPromptId} />
        </div>
      </div>
    </>
  )
}

function Facts({ recording }: { recording: ContentDetail }) {
  const { transcript, duration_seconds: seconds } = recording
  return (
    <>
      {seconds === null ? null : <span>{formatLength(seconds)}</span>}
      {transcript ? <span>{transcript.word_count.toLocaleString()} words</span> : null}
      {transcript ? <span>{languageName(transcript.language)}</span> : null}
      <span>{formatBytes(recording.size_bytes)}</span>
      <span>Added {formatDateTime(recording.created_at)}</span>
      {transcript ? <span>Written by {transcript.model_used}</span> : null}
    </>
  )
}

const names = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' })

function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    // Not a language code; shown as it is.
    return code
  }
}
